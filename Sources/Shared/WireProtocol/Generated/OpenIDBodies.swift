// Made from wire/sign-in.json: change that and run `make wire`.

import Domain

/// What `POST /v1/openid/sign-ins` and `POST /v1/me/identities` take.
package struct OpenIDStartRequest: WireBody, Hashable {
  package var provider: String
  /// Where the browser goes at the end: `web`, `app`, or `http://127.0.0.1:PORT/` of this device.
  package var returnTo: String
  /// Of the account that is to be linked, where it has one that may be used.
  package var password: String?

  package init(provider: String, returnTo: String, password: String? = nil) {
    self.provider = provider
    self.returnTo = returnTo
    self.password = password
  }

  package init(from reader: inout JSONReader) throws(Refusal) {
    var provider: String?
    var returnTo: String?
    var password: String?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "provider": provider = try reader.string()
      case "returnTo": returnTo = try reader.string()
      case "password": password = try reader.string()
      default: try reader.skipValue()
      }
    }
    self.init(
      provider: try provider.required("provider"), returnTo: try returnTo.required("returnTo"), password: password)
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("provider", provider)
    writer.field("returnTo", returnTo)
    writer.field("password", password)
    writer.endObject()
  }
}

/// A sign-in that has begun. It ends after ten minutes.
package struct OpenIDStartResponse: WireBody, Hashable {
  /// Belongs to whoever has begun: it never leaves the client but to this server.
  package var token: String
  /// Comes back with the browser: an answer with another one is not for this sign-in.
  package var state: String
  /// Where the browser is sent.
  package var address: String

  package init(token: String, state: String, address: String) {
    self.token = token
    self.state = state
    self.address = address
  }

  package init(from reader: inout JSONReader) throws(Refusal) {
    var token: String?
    var state: String?
    var address: String?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "token": token = try reader.string()
      case "state": state = try reader.string()
      case "address": address = try reader.string()
      default: try reader.skipValue()
      }
    }
    self.init(
      token: try token.required("token"), state: try state.required("state"), address: try address.required("address"))
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("token", token)
    writer.field("state", state)
    writer.field("address", address)
    writer.endObject()
  }
}

/// What `POST /v1/openid/claims` takes: the answer of the provider, or what the step before has
/// asked for.
package struct OpenIDClaimRequest: WireBody, Hashable {
  /// Of the start, or of the step before.
  package var token: String
  /// As the browser has brought it, like `state` and `issuer`.
  package var code: String?
  package var state: String?
  /// The query's `iss`.
  package var issuer: String?
  /// Of the account that is to be linked.
  package var password: String?
  /// Of the account that is to be made.
  package var name: String?
  /// The token of an invitation.
  package var invitation: String?
  package var device: String?
  package var timeZone: String?
  package var locale: String?
  package var language: String?

  package init(
    token: String, code: String? = nil, state: String? = nil, issuer: String? = nil, password: String? = nil,
    name: String? = nil, invitation: String? = nil, device: String? = nil, timeZone: String? = nil,
    locale: String? = nil, language: String? = nil
  ) {
    self.token = token
    self.code = code
    self.state = state
    self.issuer = issuer
    self.password = password
    self.name = name
    self.invitation = invitation
    self.device = device
    self.timeZone = timeZone
    self.locale = locale
    self.language = language
  }

  package init(from reader: inout JSONReader) throws(Refusal) {
    var token: String?
    var code: String?
    var state: String?
    var issuer: String?
    var password: String?
    var name: String?
    var invitation: String?
    var device: String?
    var timeZone: String?
    var locale: String?
    var language: String?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "token": token = try reader.string()
      case "code": code = try reader.string()
      case "state": state = try reader.string()
      case "issuer": issuer = try reader.string()
      case "password": password = try reader.string()
      case "name": name = try reader.string()
      case "invitation": invitation = try reader.string()
      case "device": device = try reader.string()
      case "timeZone": timeZone = try reader.string()
      case "locale": locale = try reader.string()
      case "language": language = try reader.string()
      default: try reader.skipValue()
      }
    }
    self.init(
      token: try token.required("token"), code: code, state: state, issuer: issuer, password: password, name: name,
      invitation: invitation, device: device, timeZone: timeZone, locale: locale, language: language)
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("token", token)
    writer.field("code", code)
    writer.field("state", state)
    writer.field("issuer", issuer)
    writer.field("password", password)
    writer.field("name", name)
    writer.field("invitation", invitation)
    writer.field("device", device)
    writer.field("timeZone", timeZone)
    writer.field("locale", locale)
    writer.field("language", language)
    writer.endObject()
  }
}

/// What has come of a sign-in, or what it needs next.
package struct OpenIDClaimResponse: WireBody, Hashable {
  package var next: OpenIDStep
  /// Of `signedIn`.
  package var session: SessionResponse?
  /// Of `password` and `account`: for the request that follows.
  package var token: String?
  /// Of `password` and `account`: as the provider has verified it.
  package var email: String?
  /// Of `account`: as the provider knows it.
  package var name: String?

  package init(
    next: OpenIDStep, session: SessionResponse? = nil, token: String? = nil, email: String? = nil, name: String? = nil
  ) {
    self.next = next
    self.session = session
    self.token = token
    self.email = email
    self.name = name
  }

  package init(from reader: inout JSONReader) throws(Refusal) {
    var next: OpenIDStep?
    var session: SessionResponse?
    var token: String?
    var email: String?
    var name: String?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "next": next = try reader.word("signedIn, linked, password or account")
      case "session": session = try reader.body()
      case "token": token = try reader.string()
      case "email": email = try reader.string()
      case "name": name = try reader.string()
      default: try reader.skipValue()
      }
    }
    self.init(next: try next.required("next"), session: session, token: token, email: email, name: name)
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("next", next.rawValue)
    writer.field("session", session)
    writer.field("token", token)
    writer.field("email", email)
    writer.field("name", name)
    writer.endObject()
  }
}

/// Where a person ends the session of a provider.
package struct OpenIDSignOut: WireBody, Hashable {
  /// Absent where the provider does not offer that, or cannot be reached.
  package var address: String?

  package init(address: String? = nil) {
    self.address = address
  }

  package init(from reader: inout JSONReader) throws(Refusal) {
    var address: String?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "address": address = try reader.string()
      default: try reader.skipValue()
      }
    }
    self.init(address: address)
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("address", address)
    writer.endObject()
  }
}

/// The asker's, in the order of the server's providers.
package struct LinkedIdentitiesResponse: WireBody, Hashable {
  package var identities: [LinkedIdentity]
  /// Whether the asker can sign in with a password too.
  package var hasPassword: Bool

  package init(identities: [LinkedIdentity], hasPassword: Bool) {
    self.identities = identities
    self.hasPassword = hasPassword
  }

  package init(from reader: inout JSONReader) throws(Refusal) {
    var identities: [LinkedIdentity] = []
    var hasPassword: Bool?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "identities": identities = try reader.bodies()
      case "hasPassword": hasPassword = try reader.boolean()
      default: try reader.skipValue()
      }
    }
    self.init(identities: identities, hasPassword: try hasPassword.required("hasPassword"))
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("identities", identities)
    writer.field("hasPassword", hasPassword)
    writer.endObject()
  }
}
