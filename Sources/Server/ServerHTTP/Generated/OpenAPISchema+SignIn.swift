// Made from wire/sign-in.json: change that and run `make wire`.

extension OpenAPISchema {
  static let signInSchemas = #"""
    "OpenIDStartRequest":{"type":"object","description":"What `POST /v1/openid/sign-ins` and `POST \#
    /v1/me/identities` take.","properties":{"provider":{"type":"string"},"returnTo":{"type":"string",\#
    "description":"Where the browser goes at the end: `web`, `app`, or `http://127.0.0.1:PORT/` of this device."},\#
    "password":{"type":"string","description":"Of the account that is to be linked, where it has one that may be \#
    used."}},"required":["provider","returnTo"]},
    "OpenIDStart":{"type":"object","description":"A sign-in that has begun. It ends after ten minutes.",\#
    "properties":{"token":{"type":"string","description":"Belongs to whoever has begun: it never leaves the client \#
    but to this server."},"state":{"type":"string","description":"Comes back with the browser: an answer with \#
    another one is not for this sign-in."},"address":{"type":"string","description":"Where the browser is sent."}},\#
    "required":["token","state","address"]},
    "OpenIDClaimRequest":{"type":"object","description":"What `POST /v1/openid/claims` takes: the answer of the \#
    provider, or what the step before has asked for.","properties":{"token":{"type":"string","description":"Of the \#
    start, or of the step before."},"code":{"type":"string","description":"As the browser has brought it, like \#
    `state` and `issuer`."},"state":{"type":"string"},"issuer":{"type":"string","description":"The query's `iss`."},\#
    "password":{"type":"string","description":"Of the account that is to be linked."},"name":{"type":"string",\#
    "description":"Of the account that is to be made."},"invitation":{"type":"string","description":"The token of \#
    an invitation."},"device":{"type":"string"},"timeZone":{"type":"string"},"locale":{"type":"string"},\#
    "language":{"type":"string"}},"required":["token"]},
    "OpenIDClaim":{"type":"object","description":"What has come of a sign-in, or what it needs next.",\#
    "properties":{"next":{"type":"string","enum":["signedIn","linked","password","account"]},\#
    "session":{"$ref":"#/components/schemas/Session","description":"Of `signedIn`."},"token":{"type":"string",\#
    "description":"Of `password` and `account`: for the request that follows."},"email":{"type":"string",\#
    "description":"Of `password` and `account`: as the provider has verified it."},"name":{"type":"string",\#
    "description":"Of `account`: as the provider knows it."}},"required":["next"]},
    "OpenIDSignOut":{"type":"object","description":"Where a person ends the session of a provider.",\#
    "properties":{"address":{"type":"string","description":"Absent where the provider does not offer that, or \#
    cannot be reached."}}},
    "LinkedIdentities":{"type":"object","description":"The asker's, in the order of the server's providers.",\#
    "properties":{"identities":{"type":"array","items":{"$ref":"#/components/schemas/LinkedIdentity"}},\#
    "hasPassword":{"type":"boolean","description":"Whether the asker can sign in with a password too."}},\#
    "required":["identities","hasPassword"]}
    """#
}
