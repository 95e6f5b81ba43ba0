@_exported import ShimFoundation
