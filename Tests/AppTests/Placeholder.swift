@testable import MessageAIApp
