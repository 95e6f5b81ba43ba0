/// Words that say nothing of what a text is about: one list, and what each use adds to it or takes off.
enum StopWords {
  /// In every list.
  static let core = Set(
    words: """
      a an and are as at be been but by did do does for from had has have he i if in is it its me my no not of on or
      she so than that the their them then there these they this those to was were with
      """)

  /// What nearly all uses leave out.
  static let common = core.union(
    words: """
      about after all am any before being can could each get got her here his how into it's just off ok okay our out
      over said say should some up us very we what when where which who why will would yes you your
      """)

  /// Not among the terms of a search. "US" may be looked for.
  static let ofSearch = common.union(
    words: """
      above again because below between both cannot doing don down during few further having hers him let more most
      nor now once only other own same such through too uh um under until well while whom yeah
      """
  ).subtracting(["us"])

  /// Not what a conversation is about.
  static let ofSummary = common.union(
    words: """
      's able above actually again against ah also although always another anyone anything around back basically
      because below between bit both bye came certainly come course doing don't down during eight er even ever every
      everything few first five four further go going gone gonna good great guess having he's hello hers hi him hm hmm
      i'm kind know last let let's like look lot lots made make many may maybe mean might mine mm mm-hmm more most
      much must myself n't need never next nice nine nor nothing now obviously oh once one ones only other ours own
      people perhaps please probably put quite rather really right same says second see seven shall she's since six
      somebody someone something sorry sort still stuff such suppose sure take ten thank thanks that's there's thing
      things think though three through time today too two uh uh-huh um under wanna want way well what's whole whom
      yeah yours
      """)

  /// Not what a decision is about.
  static let ofDecisions = common.union(
    words: """
      above again also because below best better bit both day don't down drop everyone first friday go going good
      great i'll instead keep know let's lets like lot made make may maybe might minutes monday month more morning
      most move must need new next now old one only option options other own per points proposal proposals put really
      same saturday says second see shall ship short since start still stop such sunday take ten thing things think
      thursday time today tomorrow too tuesday two until use used using via want way we'll we're wednesday week
      without won't work working works
      """)

  /// Alone they do not explain to a reader why a message was taken for something; "can you" does.
  static let ofReasons = core.union(words: "0 00 her here his it's s t")

  /// Not among the words by which a reader's own model knows messages. The stored models have learned by this list:
  /// another one makes them forget.
  static let ofPersonalModels = core.union(
    words: """
      0 00 am can could her here his i'll i'm it's ok okay our should us we will would yes you your
      """)
}
