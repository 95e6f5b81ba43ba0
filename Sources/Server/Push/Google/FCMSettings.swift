import CryptoExtras
import Foundation

/// The server's account at Google, and the project of the app that it sends to.
package struct FCMSettings: Sendable {
  package static let host = "https://fcm.googleapis.com"

  let key: _RSA.Signing.PrivateKey
  let keyID: String?
  let project: String
  let account: String
  /// Gives access tokens.
  let tokenAddress: String
  let tokenOrigin: PushOrigin
  let origin: PushOrigin

  /// With the file of a service account that Google gives.
  package init(serviceAccountFile: String, host: String = host) throws(PushSettingsProblem) {
    try self.init(serviceAccountJSON: try PushKeyFile.text(serviceAccountFile), host: host)
  }

  package init(serviceAccountJSON: String, host: String = host) throws(PushSettingsProblem) {
    let file: ServiceAccount
    do {
      file = try JSONDecoder().decode(ServiceAccount.self, from: Data(serviceAccountJSON.utf8))
    } catch {
      throw .wrongForm(
        "The file of Google's service account",
        needed: "JSON with type, project_id, private_key, client_email and token_uri")
    }
    guard file.type == "service_account" else {
      throw .wrongForm("The type in the file of Google's service account", needed: "service_account")
    }
    guard PushText.isPlain(file.project, 1...100, others: "-.:_") else {
      throw .wrongForm("The project_id of Google's service account", needed: "the id of a project")
    }
    guard PushText.isPlain(file.account, 3...254, others: "-._@+"), file.account.contains("@") else {
      throw .wrongForm("The client_email of Google's service account", needed: "an address with @")
    }
    guard let tokenOrigin = PushOrigin(address: file.tokenAddress), tokenOrigin.isConfidential else {
      throw .wrongForm(
        "The token_uri of Google's service account", needed: "an address such as https://oauth2.googleapis.com/token")
    }
    guard let origin = PushOrigin(host), origin.isConfidential else {
      throw .wrongForm("Google's server \(host)", needed: "an address such as \(Self.host)")
    }
    key = try PushKeyFile.rsaKey(file.key, "The private_key of Google's service account")
    keyID = file.keyID
    project = file.project
    account = file.account
    tokenAddress = file.tokenAddress
    self.tokenOrigin = tokenOrigin
    self.origin = origin
  }

  private struct ServiceAccount: Decodable {
    let type: String
    let project: String
    let keyID: String?
    let key: String
    let account: String
    let tokenAddress: String

    enum CodingKeys: String, CodingKey {
      case type
      case project = "project_id"
      case keyID = "private_key_id"
      case key = "private_key"
      case account = "client_email"
      case tokenAddress = "token_uri"
    }
  }
}
