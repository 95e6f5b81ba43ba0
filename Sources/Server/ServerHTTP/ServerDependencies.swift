import AIProviders
import Domain
import Intelligence
import ServerCore

/// What a server is given from outside, so that tests own time, chance and the price of passwords.
package struct ServerDependencies: Sendable {
  package var clock: any WallClock
  package var identifiers: any IdentifierSource
  package var hasher: any PasswordHashing
  /// What the AI can do without a key. The standard one has no models: it finds nothing by itself.
  package var engine: OnBoxEngine
  /// The model that the server's owner has chosen.
  package var model: (any TextModel)?
  /// The model that embeds texts beside this server's own.
  package var embedding: (any EmbeddingModel)?
  package var prices: ModelPrices?
  /// Where files are kept; `nil` takes none.
  package var files: FileDependencies?
  package var random: @Sendable (Int) -> [UInt8]
  /// Makes what reaches devices that are not connected. It is given the key by which browsers know
  /// the server: 32 random bytes that are kept with its data.
  package var push: @Sendable (_ webKey: @escaping PushKey) -> any PushGateway

  /// Sends mail, where the server has somebody to send it and an address of its own to write into
  /// it.
  package var mail: any MailGateway

  /// Who says who somebody is, besides passwords. Needs an address of the server's own.
  package var identityProviders: any IdentityGateway

  /// Takes what is traced; `nil` traces nothing.
  package var spans: (any SpanExporter)?

  /// Which server of the store does the background work; `nil` where this is the only one.
  package var jobLease: (any JobLease)?

  /// The other servers of the store; `nil` where it has none.
  package var peers: ClusterPeers?

  package typealias PushKey = @Sendable () async throws(Refusal) -> [UInt8]

  package init(
    clock: any WallClock = SystemClock(), identifiers: (any IdentifierSource)? = nil,
    hasher: any PasswordHashing = Argon2PasswordHasher(), engine: OnBoxEngine = OnBoxEngine(),
    model: (any TextModel)? = nil, embedding: (any EmbeddingModel)? = nil, prices: ModelPrices? = nil,
    files: FileDependencies? = nil, random: @escaping @Sendable (Int) -> [UInt8] = SystemRandomness.bytes,
    mail: any MailGateway = NoMailGateway(), identityProviders: any IdentityGateway = NoIdentityGateway(),
    spans: (any SpanExporter)? = nil, peers: ClusterPeers? = nil,
    push: @escaping @Sendable (_ webKey: @escaping PushKey) -> any PushGateway = { _ in NoPushGateway() }
  ) {
    self.clock = clock
    self.identifiers = identifiers ?? RandomIdentifierSource(clock: clock)
    self.hasher = hasher
    self.engine = engine
    self.model = model
    self.embedding = embedding
    self.prices = prices
    self.files = files
    self.random = random
    self.push = push
    self.mail = mail
    self.identityProviders = identityProviders
    self.spans = spans
    self.peers = peers
  }
}

/// What a server needs for files.
package struct FileDependencies: Sendable {
  package let uploads: UploadFolder
  package let storage: any FileStorage
  /// Reads images; `nil` where they are files like others.
  package let images: (any ImageProcessor)?
  /// Reads what stands in documents; `nil` where that is looked for in plain text only.
  package let documents: (any DocumentReader)?
  /// For what waits for the disk.
  package let work: any WorkExecutor
  /// For what computes and may wait.
  package let idle: any WorkExecutor
  /// `nil` where no other server has the storage.
  package let leases: (any FileLeases)?

  package init(
    uploads: UploadFolder, storage: any FileStorage, images: (any ImageProcessor)?,
    documents: (any DocumentReader)? = nil, work: any WorkExecutor, idle: any WorkExecutor,
    leases: (any FileLeases)? = nil
  ) {
    self.uploads = uploads
    self.storage = storage
    self.images = images
    self.documents = documents
    self.work = work
    self.idle = idle
    self.leases = leases
  }
}
