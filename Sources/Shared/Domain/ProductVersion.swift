/// The version of this program, as `messageai --version`, `/health` and `/openapi.json` say it.
package enum ProductVersion {
  package static let current = "1.0.0"
}
