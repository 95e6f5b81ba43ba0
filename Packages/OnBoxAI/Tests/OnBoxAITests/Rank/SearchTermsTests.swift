import Testing

@testable import OnBoxAI

@Suite("Terms of search")
struct SearchTermsTests {
  static let stems = [
    ("caresses", "caress"), ("ponies", "poni"), ("cats", "cat"), ("feed", "feed"), ("agreed", "agre"),
    ("plastered", "plaster"), ("motoring", "motor"), ("sing", "sing"), ("conflated", "conflat"),
    ("troubled", "troubl"), ("sized", "size"), ("hopping", "hop"), ("falling", "fall"), ("failing", "fail"),
    ("filing", "file"), ("happy", "happi"), ("sky", "sky"), ("relational", "relat"), ("conditional", "condit"),
    ("rational", "ration"), ("digitizer", "digit"), ("operator", "oper"), ("feudalism", "feudal"),
    ("decisiveness", "decis"), ("hopefulness", "hope"), ("sensibility", "sensibl"), ("triplicate", "triplic"),
    ("formalize", "formal"), ("electrical", "electr"), ("goodness", "good"), ("revival", "reviv"),
    ("allowance", "allow"), ("airliner", "airlin"), ("adjustable", "adjust"), ("replacement", "replac"),
    ("dependent", "depend"), ("adoption", "adopt"), ("communism", "commun"), ("activate", "activ"),
    ("probate", "probat"), ("rate", "rate"), ("cease", "ceas"), ("controll", "control"), ("roll", "roll"),
    ("discussed", "discuss"), ("discussion", "discuss"), ("meetings", "meet"), ("straße", "straße"), ("as", "as"),
  ]

  @Test("endings fall as Porter described it", arguments: stems)
  func stem(word: String, stem: String) {
    #expect(PorterStemmer.stem(word) == stem)
  }

  @Test("words in lower case, without accents, silent words and what follows an apostrophe")
  func terms() {
    var cutter = SearchTerms()
    #expect(cutter.terms(of: "Don't panic: Ada's CAFÉ is the best!") == ["panic", "ada", "cafe", "best"])
    #expect(cutter.terms(of: "fooBar42 v1.5 e-mail") == ["foo", "bar42", "v1", "5", "e", "mail"])
    #expect(cutter.terms(of: "東京 meetings") == ["東", "京", "meet"])
    #expect(cutter.terms(of: " … ").isEmpty)
  }

  @Test("a text is cut alike whether or not another script stands in it")
  func plain() {
    var cutter = SearchTerms()
    let texts = [
      "'Tis Ada's rock'n'Roll", "S3AFileSystem#renameOrFail(3.14) in x''y's", "it's 'x'y 'z", "A1b2C3 _d-e_",
    ]
    for text in texts {
      #expect(cutter.terms(of: text + " ☃") == cutter.terms(of: text))
    }
    #expect(cutter.terms(of: "rock'n'Roll S3AFileSystem") == ["rock", "roll", "s3afile", "system"])
  }
}
