/// A table of a workspace as it is moved from one database to another.
package struct MovedTable: Sendable {
  package let name: String
  /// Those of the key stand first.
  package let columns: [String]
  /// How many columns the key has; 0 where the table has one row.
  package let keyLength: Int
  /// Rows that are read and written together.
  package let batch: Int

  package init(_ name: String, key: [String], columns: [String], batch: Int) {
    self.name = name
    self.columns = key + columns
    keyLength = key.count
    self.batch = batch
  }

  package var key: ArraySlice<String> { columns[..<keyLength] }

  package func key(of row: MovedRow) -> MovedRow { Array(row[..<keyLength]) }
}

/// The values of a table's columns, or of its key.
package typealias MovedRow = [MovedValue]

/// What a database keeps in a column, the same whichever it is.
package enum MovedValue: Equatable, Sendable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case bytes([UInt8])

  /// As all databases can keep it.
  package var storable: MovedValue {
    if case .text(let text) = self { .text(text.storable) } else { self }
  }

  /// Texts are the same when their bytes are.
  package static func == (left: MovedValue, right: MovedValue) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.integer(let left), .integer(let right)): left == right
    case (.real(let left), .real(let right)): left == right
    case (.text(let left), .text(let right)): left.utf8.elementsEqual(right.utf8)
    case (.bytes(let left), .bytes(let right)): left == right
    default: false
    }
  }
}
