/// How people say what they wish. Regular expressions are not `Sendable`, so each is made where it
/// is used.
extension WishParser {
  typealias Item = (Substring, item: Substring)

  static var opening: some RegexComponent<Substring> {
    #/
      (?:(?:hey|hi|ok|okay)[,!]?\s+|please,?\s+|(?:can|could|would|will)\x20you\x20(?:please\x20)?|i\x20
      (?:want|need)\x20you\x20to\x20|i(?:'d|\x20would)\x20like\x20(?:you\x20)?to\x20|help\x20me\x20(?:to\x20)?|
      let's\x20)
    /#
    .ignoresCase()
  }
  static var ending: some RegexComponent<Substring> {
    #/(?:,? please)?[.!?\s]*$/#.ignoresCase()
  }

  static var quoted: Regex<(Substring, text: Substring, place: Substring)> {
    #/(?:send|post|write|say) [“"'](?<text>.+)[”"'] (?:to|in) (?<place>.+)/#.ignoresCase()
  }
  static var posting: Regex<(Substring, place: Substring, text: Substring)> {
    #/(?:post|say|reply|answer|write)(?: (?:this|something))? (?:to|in) (?<place>[^:]{1,120}): ?(?<text>.+)/#
      .ignoresCase().dotMatchesNewlines()
  }
  static var letting: Regex<(Substring, place: Substring, text: Substring)> {
    #/let (?<place>.{1,120}?) know (?:that )?(?<text>.+)/#.ignoresCase()
  }
  static var requesting: Regex<(Substring, place: Substring, text: Substring)> {
    #/ask (?<place>.{1,120}?) to (?<text>.+)/#.ignoresCase()
  }
  static var asking: Regex<(Substring, place: Substring, word: Substring, text: Substring)> {
    #/ask (?<place>.{1,120}?) (?<word>if|whether|when|where|what|which|who|why|how) (?<text>.+)/#.ignoresCase()
  }
  static var empty: Regex<(Substring, place: Substring)> {
    #/(?:send|write) (?:a message to )?(?<place>.{1,120}?)(?: a message)?/#.ignoresCase()
  }

  static var creating: Regex<(Substring, who: Substring?, place: Substring?, what: Substring)> {
    #/
      (?:create|add|make|open|note|new|erstelle)(?:\x20down)?(?:\x20me)?(?:\x20an?|\x20eine)?
      (?:\x20new)?\x20(?:task|to-?do|action\x20item|aufgabe)(?:\x20for\x20(?<who>(?:(?!\x20in\x20|:|
      \x20to\x20).){1,80}))?(?:\x20in\x20(?<place>(?:(?!:|\x20to\x20).){1,120}))?(?::\x20?|\x20to\x20|
      \x20that\x20|\x20called\x20|\x20–\x20|\x20-\x20)(?<what>.+)
    /#
    .ignoresCase()
  }
  static var adding: Regex<(Substring, what: Substring)> {
    #/(?:add|put) (?<what>.+) (?:to|on) my (?:to-?do list|to-?dos|tasks|task list|list)/#.ignoresCase()
  }
  static var tasksOf: Regex<(Substring, name: Substring)> {
    #/
      (?<name>[\p{L}\-]{2,40})(?:'s|’s|'|’)\x20(?:open\x20|current\x20)?
      (?:tasks?|to-?dos?|action\x20items?)\b
    /#
    .ignoresCase()
  }
  static var tasksBy: Regex<(Substring, name: Substring)> {
    #/
      (?:\b(?:tasks?|to-?dos?|action\x20items?)\x20(?:of|for|does)|what\x20(?:does|must|should))
      \x20(?<name>[\p{L}\-]{2,40})(?:\x20(?:have|need)(?:\x20to\x20do)?)?\b
    /#
    .ignoresCase()
  }
  static var assigningMe: Regex<Item> {
    #/assign (?:me|myself) (?:to )?(?:the )?(?:(?:task|action item) )?(?<item>.+)/#.ignoresCase()
  }
  static var assigning: Regex<(Substring, item: Substring, who: Substring)> {
    #/
      (?:assign|give|hand|reassign)\x20(?:the\x20)?(?:(?:task|action\x20item)\x20)?
      (?<item>.+?)(?:\x20over)?\x20to\x20(?<who>.{1,80})
    /#.ignoresCase()
  }
  static var responsible: Regex<(Substring, who: Substring, item: Substring)> {
    #/make (?<who>.{1,80}?) (?:responsible for|the owner of) (?:the )?(?<item>.+)/#.ignoresCase()
  }
  static var dueDate: Regex<(Substring, item: Substring, due: Substring)> {
    #/
      (?:set|change|move|push|make)\x20(?:the\x20)?(?:due\x20date|deadline|due)\x20(?:of|for|on)\x20
      (?:the\x20)?(?<item>.+)\x20(?:to|until|by)\x20(?<due>.{1,80})
    /#
    .ignoresCase()
  }
  static var moving: Regex<(Substring, item: Substring, due: Substring)> {
    #/
      (?:move|postpone|push|reschedule|delay|shift)\x20(?:the\x20)?(?:(?:task|action\x20item)\x20)?
      (?<item>.+)\x20(?:to|until|till|by)\x20(?<due>.{1,80})
    /#
    .ignoresCase()
  }
  static var renaming: Regex<(Substring, item: Substring, text: Substring)> {
    #/
      (?:rename|reword)\x20(?:the\x20)?(?:(?:task|action\x20item|to-?do)\x20)?(?<item>.+?)\x20(?:to|into|
      as)\x20(?<text>.{1,300})
    /#.ignoresCase()
  }
  static var finished: Regex<Item> {
    #/
      (?:i(?:'ve|\x20have)?(?:\x20just)?\x20(?:finished|done|completed)|i(?:'m|\x20am)\x20done\x20with|
      close|check\x20off)\x20(?:with\x20)?(?:the\x20)?(?:(?:task|action\x20item|to-?do)\x20)?
      (?<item>.+)
    /#
    .ignoresCase()
  }
  static var reopening: Regex<Item> {
    #/(?:reopen|re-open|open again) (?:the )?(?:(?:task|action item|to-?do) )?(?<item>.+)/#.ignoresCase()
  }
  static var dropping: Regex<Item> {
    #/
      (?:dismiss|drop|delete|remove|cancel)\x20(?:the\x20)?(?:task|action\x20item|to-?do)(?:\x20about|
      \x20to|\x20for|:)?\x20(?<item>.+)
    /#.ignoresCase()
  }

  /// "The index is done, close it", "the rollback check is done".
  static var closing: Regex<Item> {
    #/
      (?:the|my|our|task|action\x20item)\x20
      (?<item>(?!.*\b(?:when|if|that|once|until|who|what)\b.*\x20(?:is|are)\x20).{1,80}?)
      \x20(?:is|are)(?:\x20now|\x20all|\x20already)?\x20(?:done|finished|completed?)
      (?:[,;.]?\x20(?:and\x20)?(?:you\x20can\x20|please\x20)?(?:close|finish|tick\x20off|check\x20off|complete)
      \x20(?:it|that|this|them))?
    /#
    .ignoresCase()
  }
  /// "I approved the travel costs": what somebody says that they have done.
  static var stated: Regex<Item> {
    #/
      i(?:'ve|’ve|\x20have)?(?:\x20just|\x20already)?\x20(?<item>(?:approved|sent|reviewed|fixed|wrote|written|booked|
      called|checked|uploaded|tested|updated|prepared|paid|signed|merged|published|deployed|ordered|renewed|
      answered|delivered|collected|translated|cleaned\x20up|set\x20up)\x20.+)
    /#
    .ignoresCase()
  }

  static var reminders: Regex<Substring> {
    #/
      (?:(?:show|list|give|tell)(?:\x20me)?\x20)?(?:(?:what|which)\x20are\x20)?(?:all\x20(?:of\x20)?)?(?:my|meine)
      \x20(?:open\x20|upcoming\x20|next\x20)?(?:reminders|erinnerungen)|(?:show|list)(?:\x20me)?(?:\x20all)?
      (?:\x20the)?\x20reminders|(?:what|which)\x20reminders\x20(?:do\x20i\x20have|are\x20there|are\x20open)
    /#
    .ignoresCase()
  }

  static var readingAllOf: Regex<(Substring, place: Substring)> {
    #/
      mark\x20(?:everything|all|all\x20(?:messages|of\x20it))\x20(?:as\x20)?read\x20in\x20(?:the\x20)?
      (?<place>.{1,120})
    /#
    .ignoresCase()
  }
  static var readingAll: Regex<Substring> {
    #/
      ^mark\x20(?:everything|all|all\x20(?:conversations|messages|chats)|all\x20my\x20(?:conversations|
      messages|chats))\x20(?:as\x20)?read$
    /#
    .ignoresCase()
  }
  static var reading: Regex<(Substring, place: Substring)> {
    #/mark (?<place>.{1,120}?) (?:as )?read/#.ignoresCase()
  }
  static var deciding: Regex<(Substring, what: Substring, place: Substring?)> {
    #/
      (?:mark|save|record|note|log|keep)\x20(?<what>.+?)\x20as\x20(?:a\x20|the\x20|our\x20)?decision
      (?:\x20in\x20(?<place>.{1,120}))?
    /#.ignoresCase()
  }
  static var recording: Regex<(Substring, what: Substring, place: Substring?)> {
    #/
      (?:record|note|log|save)\x20(?:the\x20|a\x20|our\x20)?decision\x20(?:that|to|about|on|:)?\x20?
      (?<what>.+?)(?:\x20in\x20(?<place>\S{1,120}))?
    /#
    .ignoresCase()
  }
  static var ranking: Regex<(Substring, what: Substring, rank: Substring)> {
    #/mark (?<what>.+?) as (?<rank>urgent|important|not urgent|not important|unimportant|low priority)/#.ignoresCase()
  }
  static var lowering: Regex<(Substring, what: Substring)> {
    #/
      (?<what>the\x20message\x20.+?|that\x20message|the\x20last\x20message.*?)\x20(?:is\x20not\x20urgent|
      isn't\x20urgent|is\x20not\x20important|isn't\x20important|can\x20wait)
    /#
    .ignoresCase()
  }

  static var starting: Regex<(Substring, name: Substring?, people: Substring, title: Substring?)> {
    #/
      (?:start|open|create|begin|make)\x20(?:a\x20|an\x20|the\x20|my\x20)?(?:new\x20)?(?:private\x20)?(?:chat|
      conversation|dm|direct\x20message|group|group\x20chat)(?:\x20called\x20(?<name>.{1,80}?))?\x20with\x20
      (?<people>.{1,300}?)(?:,?\x20(?:and\x20)?(?:called|named|call\x20it|name\x20it)\x20(?<title>.{1,80}))?
    /#
    .ignoresCase()
  }
  static var finding: Regex<(Substring, name: Substring)> {
    #/
      (?:find|look\x20up|search\x20for|is\x20there|show\x20me)\x20(?:people|a\x20person|the\x20person|
      somebody|someone|anybody|anyone|a\x20colleague|the\x20colleague|my\x20colleague)\x20(?:called|named|
      with\x20the\x20name)?\x20?(?<name>.{1,120}?)(?:\x20in\x20the\x20team|\x20here)?
    /#
    .ignoresCase()
  }
  static var writing: some RegexComponent<Substring> {
    #/
      ^(?:draft|compose|translate|rephrase|rewrite|reword|proofread|improve|polish|brainstorm|
      generate|explain|invent|write\x20(?:a|an|me|my|the|down)|come\x20up\x20with|make\x20(?:this|that|
      it)\x20(?:shorter|nicer|friendlier))\b
    /#
    .ignoresCase()
  }
  static var reminder: Regex<(Substring, what: Substring)> {
    #/
      (?:remind\x20me|set\x20(?:a|me\x20a)\x20(?:reminder|alarm|timer)|wake\x20me(?:\x20up)?|erinnere?\x20mich)
      [,:]?\x20(?<what>.+)
    /#
    .ignoresCase().dotMatchesNewlines()
  }
  /// What begins as an order and was understood as none.
  static var order: some RegexComponent<Substring> {
    #/
      ^(?:(?:cancel|stop|notify|assign|reopen|postpone|snooze|rename)\x20|(?:tell|send)\x20(?!me\b|us\b)|
      (?:add|open|close|start|create|make|move|mark|put|set|post|reply)\x20(?:to\x20|in\x20)?(?:the|an?|my|our|this|
      that|it|every\w+|all)\b|(?:forget|never)\x20?(?:it|that|mind)$)
    /#
    .ignoresCase()
  }
  /// Verbs of what people ask of assistants elsewhere.
  static var beyond: some RegexComponent<Substring> {
    #/
      ^(?:book|order|buy|call|phone|invite|mute|unmute|archive|pin|delete|remove|kick|ban|block|
      upload|download|print|play|turn|install|deploy|run|restart|pay|transfer|react|forward|edit|undo|
      change|leave|join|schedule\x20a\x20message)\b
    /#
    .ignoresCase()
  }
}
