// Made from wire/features.json: change that and run `make wire`.

extension OpenAPISchema {
  static let featuresSchemas = #"""
    "FeatureRollout":{"type":"object","description":"Whom a feature reaches. A change replaces all of it.",\#
    "properties":{"percentage":{"type":"integer","format":"int64","minimum":0,"maximum":100,"description":"0 to \#
    100: of all people, by a hash of the feature and the person, so that a larger share has everybody of a smaller \#
    one."},"people":{"type":"array","items":{"type":"string","format":"uuid"},"maxItems":500,"description":"Who has \#
    it whatever the percentage is."},"isStopped":{"type":"boolean","default":false,"description":"Nobody has it, \#
    whatever the rest says."}},"required":["percentage","people","isStopped"]},
    "FeatureState":{"type":"object","description":"A feature, whom it reaches, and how many have met it.",\#
    "properties":{"name":{"type":"string","enum":["ai","pipeline","summaries","answers","search","extraction",\#
    "scheduling","priorities","assistant","model","modelPass","reminders","dailyDigest"]},\#
    "description":{"type":"string"},"owner":{"type":"string","description":"Which part of the product it belongs \#
    to."},"defaultPercentage":{"type":"integer","format":"int64","description":"Without a rollout of its own."},\#
    "rollout":{"$ref":"#/components/schemas/FeatureRollout"},"enabled":{"type":"integer","format":"int64",\#
    "description":"People who have it now."},"disabled":{"type":"integer","format":"int64","description":"People \#
    who do not."},"admitted":{"type":"integer","format":"int64","description":"Of those who asked for it: who had \#
    it when they last did."},"refused":{"type":"integer","format":"int64","description":"Of those who asked for it: \#
    who did not."}},"required":["name","description","owner","defaultPercentage","rollout","enabled","disabled",\#
    "admitted","refused"]},
    "FeatureStates":{"type":"object","description":"All features.","properties":{"features":{"type":"array",\#
    "items":{"$ref":"#/components/schemas/FeatureState"}}},"required":["features"]},
    "FeatureReach":{"type":"object","description":"Whether a feature reaches somebody.",\#
    "properties":{"user":{"$ref":"#/components/schemas/User"},"isEnabled":{"type":"boolean"},\#
    "exposedAt":{"type":"integer","format":"int64","minimum":0,"maximum":253402300799999,"description":"Since when \#
    they, asking for it, have been told so."}},"required":["user","isEnabled"]},
    "FeaturePeople":{"type":"object","description":"Whom a feature reaches, by name.",\#
    "properties":{"people":{"type":"array","items":{"$ref":"#/components/schemas/FeatureReach"}},\#
    "next":{"type":"string","description":"For `after`: there are more."}},"required":["people"]}
    """#
}
