// Made from wire/requests.json: change that and run `make wire`.

import Domain

/// What `POST /v1/accounts` takes.
package struct SignUpRequest: WireBody, Hashable {
  package var email: String
  package var password: String
  package var name: String
  package var device: String?
  package var timeZone: String?
  package var locale: String?
  package var language: String?
  /// The token of an invitation.
  package var invitation: String?

  package init(
    email: String, password: String, name: String, device: String? = nil, timeZone: String? = nil,
    locale: String? = nil, language: String? = nil, invitation: String? = nil
  ) {
    self.email = email
    self.password = password
    self.name = name
    self.device = device
    self.timeZone = timeZone
    self.locale = locale
    self.language = language
    self.invitation = invitation
  }

  package init(from reader: inout JSONReader) throws(Refusal) {
    var email: String?
    var password: String?
    var name: String?
    var device: String?
    var timeZone: String?
    var locale: String?
    var language: String?
    var invitation: String?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "email": email = try reader.string()
      case "password": password = try reader.string()
      case "name": name = try reader.string()
      case "device": device = try reader.string()
      case "timeZone": timeZone = try reader.string()
      case "locale": locale = try reader.string()
      case "language": language = try reader.string()
      case "invitation": invitation = try reader.string()
      default: try reader.skipValue()
      }
    }
    self.init(
      email: try email.required("email"), password: try password.required("password"), name: try name.required("name"),
      device: device, timeZone: timeZone, locale: locale, language: language, invitation: invitation)
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("email", email)
    writer.field("password", password)
    writer.field("name", name)
    writer.field("device", device)
    writer.field("timeZone", timeZone)
    writer.field("locale", locale)
    writer.field("language", language)
    writer.field("invitation", invitation)
    writer.endObject()
  }
}

/// What `POST /v1/password-resets` takes.
package struct PasswordResetRequest: WireBody, Hashable {
  package var email: String

  package init(email: String) {
    self.email = email
  }

  package init(from reader: inout JSONReader) throws(Refusal) {
    var email: String?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "email": email = try reader.string()
      default: try reader.skipValue()
      }
    }
    self.init(email: try email.required("email"))
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("email", email)
    writer.endObject()
  }
}

/// What `POST /v1/password-resets/use` takes.
package struct PasswordResetUse: WireBody, Hashable {
  package var token: String
  package var password: String

  package init(token: String, password: String) {
    self.token = token
    self.password = password
  }

  package init(from reader: inout JSONReader) throws(Refusal) {
    var token: String?
    var password: String?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "token": token = try reader.string()
      case "password": password = try reader.string()
      default: try reader.skipValue()
      }
    }
    self.init(token: try token.required("token"), password: try password.required("password"))
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("token", token)
    writer.field("password", password)
    writer.endObject()
  }
}

/// What `POST /v1/me/email` takes.
package struct EmailChangeRequest: WireBody, Hashable {
  /// The new address, or the present one, to verify it.
  package var email: String
  package var password: String

  package init(email: String, password: String) {
    self.email = email
    self.password = password
  }

  package init(from reader: inout JSONReader) throws(Refusal) {
    var email: String?
    var password: String?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "email": email = try reader.string()
      case "password": password = try reader.string()
      default: try reader.skipValue()
      }
    }
    self.init(email: try email.required("email"), password: try password.required("password"))
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("email", email)
    writer.field("password", password)
    writer.endObject()
  }
}

/// What `POST /v1/email-changes/use` takes.
package struct EmailChangeUse: WireBody, Hashable {
  package var token: String

  package init(token: String) {
    self.token = token
  }

  package init(from reader: inout JSONReader) throws(Refusal) {
    var token: String?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "token": token = try reader.string()
      default: try reader.skipValue()
      }
    }
    self.init(token: try token.required("token"))
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("token", token)
    writer.endObject()
  }
}

/// The address that an account has from now on.
package struct EmailChanged: WireBody, Hashable {
  package var email: String

  package init(email: String) {
    self.email = email
  }

  package init(from reader: inout JSONReader) throws(Refusal) {
    var email: String?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "email": email = try reader.string()
      default: try reader.skipValue()
      }
    }
    self.init(email: try email.required("email"))
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("email", email)
    writer.endObject()
  }
}

/// What `PUT /v1/me/password` takes.
package struct PasswordChangeRequest: WireBody, Hashable {
  package var current: String
  package var new: String

  package init(current: String, new: String) {
    self.current = current
    self.new = new
  }

  package init(from reader: inout JSONReader) throws(Refusal) {
    var current: String?
    var new: String?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "current": current = try reader.string()
      case "new": new = try reader.string()
      default: try reader.skipValue()
      }
    }
    self.init(current: try current.required("current"), new: try new.required("new"))
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("current", current)
    writer.field("new", new)
    writer.endObject()
  }
}

/// What `DELETE /v1/me` takes.
package struct DeleteAccountRequest: WireBody, Hashable {
  package var password: String

  package init(password: String) {
    self.password = password
  }

  package init(from reader: inout JSONReader) throws(Refusal) {
    var password: String?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "password": password = try reader.string()
      default: try reader.skipValue()
      }
    }
    self.init(password: try password.required("password"))
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("password", password)
    writer.endObject()
  }
}

/// What `POST /v1/me/export` takes.
package struct AccountExportRequest: WireBody, Hashable {
  package var password: String

  package init(password: String) {
    self.password = password
  }

  package init(from reader: inout JSONReader) throws(Refusal) {
    var password: String?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "password": password = try reader.string()
      default: try reader.skipValue()
      }
    }
    self.init(password: try password.required("password"))
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("password", password)
    writer.endObject()
  }
}
