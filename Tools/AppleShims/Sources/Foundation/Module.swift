// What Apple's Foundation has and the one of this system lacks. Every framework here hands it on,
// as Apple's do.
@_exported import Foundation
