/// What somebody who wants an account fills in.
package struct SignUpForm: Sendable {
  package let email: String
  package let password: String
  package let name: String
  package let device: String?
  package let timeZone: String?
  package let locale: String?
  package let language: String?

  package init(
    email: String, password: String, name: String, device: String? = nil, timeZone: String? = nil,
    locale: String? = nil, language: String? = nil
  ) {
    self.email = email
    self.password = password
    self.name = name
    self.device = device
    self.timeZone = timeZone
    self.locale = locale
    self.language = language
  }
}
