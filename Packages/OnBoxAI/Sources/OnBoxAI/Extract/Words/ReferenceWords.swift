/// The English words by which things are found that a later "it" or "them" points at.
enum ReferenceWords {
  /// "The", "our", "that": a thing begins.
  static let determiners = Set(
    words: """
      the a an my our your his her their its this that these those another new old each every both all some any next \
      last no
      """)
  /// Determiners that only point or count: in a task "the" stands for them.
  static let loose = Set(words: "a an this that these those another some any each every both all its next your")
  /// Verbs that end the subject of a clause: "is", "has", "fails".
  static let finite = Set(
    words: """
      is are was were isn't aren't wasn't weren't has have had hasn't haven't will would won't can can't could couldn't \
      should must may might does doesn't did didn't do don't needs need looks look seems seem fails fail works takes \
      take expires expire crashes crash breaks break confuses confuse hangs hang keeps keep goes go runs run shows show \
      costs cost hits hit grows grow feels sounds gets got went came became stopped broke failed crashed moved changes \
      moves points loads sits lives stays wants asks says say said drops misses leaks lacks still already now just \
      currently never always also comes came belongs answered asked it's
      """)
  static let prepositions = Set(
    words: """
      in on at for from to of with by about into over under between after before until since within without during \
      through behind against per via near around above below towards as than off onto across
      """)
  /// Words that end a thing and begin no other: conjunctions, adverbs.
  static let breaks = Set(
    words: """
      and but or so because if when while that which who whose where what how why then than not too well again now \
      today tomorrow yesterday tonight instead already yet there here first once please only even still anyway myself \
      i we you he she they it them us me him her it's i'm i'll we'll they're we're you're isn't
      """)
  /// Words that are no thing by themselves: "thing", "way", "moment".
  static let hollow = Set(
    words: """
      thing things way ways moment moments time times minute minutes hour hours day days week weeks month months one \
      ones lot bit question questions morning afternoon evening weekend end start top bottom beginning rest others other \
      same idea point reason case fact person people everyone someone day's side sides night today tomorrow kind sort \
      proposal option options
      """)
  static let pronouns = Set(
    words: """
      i we you he she they it this that these those there here who what which somebody someone anyone nobody everybody \
      everyone something nothing anything everything one none both me us let's yes no not some any most
      """)
  static let singular = Set(words: "it this that")
  static let plural = Set(words: "them these those")
  /// "Her", "him".
  static let persons = Set(words: "her him")
  static let numbers = Set(words: "two three four five six seven eight nine ten eleven twelve")
  /// "Up", "out": part of the verb before.
  static let particles = Set(words: "up down out off back in over away on through")
  /// Verbs whose object is a trouble that is worth telling: "fix", "check".
  static let repairs = Set(words: "fix solve investigate debug check repair resolve patch")
  /// Verbs that take up a task that was named before: "do it", "finish it".
  static let resumes = Set(words: "do take finish own tackle complete continue handle")
  static let nounEndings = [
    "tion", "sion", "ment", "ness", "ity", "ance", "ence", "ing", "er", "age", "ure", "sis", "al", "ft", "rt",
  ]
  /// Words with which a question begins inside a sentence.
  static let asking = Set(words: "which who what how why whether if where")
  /// Forms of "do": with "that" they stand for another verb.
  static let doing = Set(words: "do does did done doing")
  /// Verbs that stand for a whole clause at its end: "which ones don't".
  static let auxiliaries = Set(
    words: """
      do don't does doesn't did didn't is isn't are aren't was wasn't were weren't can can't could couldn't will won't \
      would wouldn't has hasn't have haven't should shouldn't
      """)
}
