import Foundation

/// The folder that holds the models' files, one sub-folder a model.
package struct ModelFolder: Hashable, Sendable {
  package let path: String

  package init(_ path: String) {
    self.path = path
  }

  /// The file `name` of the model `model`. It need not exist.
  package func file(_ name: String, of model: String) -> URL {
    URL(fileURLWithPath: path).appendingPathComponent(model).appendingPathComponent(name)
  }
}
