import Domain

/// Some messages' vectors of one conversation, in order of `seq`.
package struct VectorBlock: Sendable {
  package var seqs: [Int64]
  /// 384 signed bytes for each seq, packed.
  package var bytes: [UInt8]

  package init(seqs: [Int64], bytes: [UInt8]) {
    self.seqs = seqs
    self.bytes = bytes
  }
}

/// Who made vectors: those of one maker are never compared with another's.
package enum VectorMaker: Sendable {
  /// On this server, by its name with its version.
  case embedder(String)
  /// A model elsewhere, with so many bytes for each vector.
  case remote(model: String, width: Int)
}
