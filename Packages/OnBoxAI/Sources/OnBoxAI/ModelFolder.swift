import Foundation

/// The folder that holds the models' files, one sub-folder a model.
public struct ModelFolder: Hashable, Sendable {
  public let path: String

  public init(_ path: String) {
    self.path = path
  }

  /// The file `name` of the model `model`. It need not exist.
  public func file(_ name: String, of model: String) -> URL {
    URL(fileURLWithPath: path).appendingPathComponent(model).appendingPathComponent(name)
  }
}
