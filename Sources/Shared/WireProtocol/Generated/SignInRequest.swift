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
