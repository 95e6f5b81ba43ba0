import Domain

/// Keeps the servers of one store from storing and removing the same bytes at once: one of them has
/// the lease of a digest at a time.
package protocol FileLease: Sendable {
  /// Blocking. Throws a refusal that may be tried again when another server has the lease for
  /// longer than a moment, or the store cannot be asked.
  func take() throws(Refusal)
  /// Another server may have it from now on.
  func release()
}

/// Has a lease for each digest.
package protocol FileLeases: Sendable {
  func makeFileLease(of digest: FileDigest) -> any FileLease
}
