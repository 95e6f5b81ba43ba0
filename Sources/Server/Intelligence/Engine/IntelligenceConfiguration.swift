import AIProviders

/// How much the AI may do; the defaults are those of a live server.
package struct IntelligenceConfiguration: Sendable {
  /// Off: nothing is worked on and every request is refused.
  package var isOn = true
  /// Requests of one user in 24 hours; answers from the cache are not counted, each request to a
  /// model within a talk is.
  package var requestsADay = 100
  /// Requests of one user at the same time.
  package var requestsAtOnce = 4
  /// Requests of one user that wait for those; more are refused.
  package var requestsWaiting = 8
  /// Requests of all users, under way or waiting; more are refused.
  package var requestsOfAll = 1_024
  /// Seconds that a request waits for its user's others, and that a piece of its work waits for a
  /// thread.
  package var requestPatience = 20.0
  /// Tokens that all users' requests to models may take in 24 hours; past it everything is made on
  /// the server.
  package var workspaceTokensADay = 2_000_000
  /// Tokens that one user's requests to models may take in 24 hours; past it everything is made on
  /// the server for them.
  package var userTokensADay = 500_000
  /// How long an equal request is answered from an earlier one.
  package var cacheHours = 24
  /// How long outputs are kept.
  package var outputDays = 30
  package var ledgerDays = 90
  /// Seconds that a model gets before the server answers by itself.
  package var modelDeadline = 30.0
  /// Messages that one model request may carry.
  package var modelMessages = 300
  /// Characters of messages that one model request may carry.
  package var modelCharacters = 60_000
  /// Of this machine, where servers of models are looked for.
  package var modelPorts = ModelFinder.usualPorts

  /// Seconds without a new message after which a connected model reads what is new in a
  /// conversation.
  package var passQuietSeconds: Int64 = 60
  /// New messages that are read at once though the conversation is not quiet.
  package var passMessages: Int64 = 20
  /// Messages that are read in one turn, and of those before that are shown with them.
  package var passMost: Int64 = 60
  package var passContext = 20
  /// Characters of messages that are shown in one turn.
  package var passCharacters = 24_000
  /// Days after which a message is not read any more.
  package var passDays: Int64 = 3
  /// Part of the workspace's tokens of 24 hours that the pass may use, together with what people
  /// have used already.
  package var backgroundShare = 0.5
  /// Seconds between looks for conversations that have become quiet.
  package var passPollSeconds = 10.0

  /// Messages that the pipeline takes at once.
  package var pipelineBatch = 16
  /// Milliseconds of work after which a batch is committed even if some of it is left.
  package var pipelineBatchMilliseconds = 200
  /// The pipeline rests this part of the time that it worked, so that chat always finds a free
  /// processor.
  package var pipelineRest = 0.25
  /// Messages waiting from which on they are counted seldom.
  package var pipelineLongBacklog = 1_000
  /// Commands waiting for the disk beyond which the pipeline waits until the chat has less to do.
  package var pipelineQueueDepth = 64
  /// Times that work on a message may be begun and cut off by the end of the process before the
  /// message is given up: it may be what ends it.
  package var pipelineStarts = 5
  /// Seconds between looks for messages whose next try has come.
  package var pipelinePollSeconds = 2.0
  /// Bytes of vectors kept in memory: a million are 374 MiB.
  package var vectorBytes = 448 << 20

  package init() {}
}
