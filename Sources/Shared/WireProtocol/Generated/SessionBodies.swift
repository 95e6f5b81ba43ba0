// Made from wire/requests.json: change that and run `make wire`.

import Domain

/// What `POST /v1/sessions` takes.
package struct SignInRequest: WireBody, Hashable {
  package var email: String
  package var password: String
  package var device: String?

  package init(email: String, password: String, device: String? = nil) {
    self.email = email
    self.password = password
    self.device = device
  }

  package init(from reader: inout JSONReader) throws(Refusal) {
    var email: String?
    var password: String?
    var device: String?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "email": email = try reader.string()
      case "password": password = try reader.string()
      case "device": device = try reader.string()
      default: try reader.skipValue()
      }
    }
    self.init(email: try email.required("email"), password: try password.required("password"), device: device)
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("email", email)
    writer.field("password", password)
    writer.field("device", device)
    writer.endObject()
  }
}

/// What `POST /v1/sessions/refresh` takes.
package struct RefreshRequest: WireBody, Hashable {
  package var refreshToken: String

  package init(refreshToken: String) {
    self.refreshToken = refreshToken
  }

  package init(from reader: inout JSONReader) throws(Refusal) {
    var refreshToken: String?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "refreshToken": refreshToken = try reader.string()
      default: try reader.skipValue()
      }
    }
    self.init(refreshToken: try refreshToken.required("refreshToken"))
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("refreshToken", refreshToken)
    writer.endObject()
  }
}

/// A session with its tokens: the answer to signing up, signing in and refreshing.
package struct SessionResponse: WireBody, Hashable {
  package var user: Profile
  package var session: SessionID
  package var accessToken: String
  package var accessExpiresAt: Timestamp
  package var refreshToken: String

  package init(
    user: Profile, session: SessionID, accessToken: String, accessExpiresAt: Timestamp, refreshToken: String
  ) {
    self.user = user
    self.session = session
    self.accessToken = accessToken
    self.accessExpiresAt = accessExpiresAt
    self.refreshToken = refreshToken
  }

  package init(from reader: inout JSONReader) throws(Refusal) {
    var user: Profile?
    var session: SessionID?
    var accessToken: String?
    var accessExpiresAt: Timestamp?
    var refreshToken: String?
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "user": user = try reader.body()
      case "session": session = try reader.identifier()
      case "accessToken": accessToken = try reader.string()
      case "accessExpiresAt": accessExpiresAt = try reader.timestamp("accessExpiresAt")
      case "refreshToken": refreshToken = try reader.string()
      default: try reader.skipValue()
      }
    }
    self.init(
      user: try user.required("user"), session: try session.required("session"),
      accessToken: try accessToken.required("accessToken"),
      accessExpiresAt: try accessExpiresAt.required("accessExpiresAt"),
      refreshToken: try refreshToken.required("refreshToken"))
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("user", user)
    writer.field("session", session)
    writer.field("accessToken", accessToken)
    writer.field("accessExpiresAt", accessExpiresAt)
    writer.field("refreshToken", refreshToken)
    writer.endObject()
  }
}

/// The asker's sessions, newest first.
package struct SessionsResponse: WireBody, Hashable {
  package var sessions: [DeviceSession]

  package init(sessions: [DeviceSession]) {
    self.sessions = sessions
  }

  package init(from reader: inout JSONReader) throws(Refusal) {
    var sessions: [DeviceSession] = []
    try reader.requireObject()
    while let key = try reader.nextKey() {
      switch key {
      case "sessions": sessions = try reader.bodies()
      default: try reader.skipValue()
      }
    }
    self.init(sessions: sessions)
  }

  package func write(to writer: inout JSONWriter) {
    writer.beginObject()
    writer.field("sessions", sessions)
    writer.endObject()
  }
}
