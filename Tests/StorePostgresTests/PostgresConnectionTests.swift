import Domain
import Testing

@testable import StorePostgres

@Suite("A connection to PostgreSQL")
struct PostgresConnectionTests {
  private func connection(_ patience: Duration = .seconds(30)) throws -> PostgresConnection {
    try PostgresConnection(TestSchema().address, patience: patience)
  }

  private func failure(_ body: () throws -> Void) -> PostgresFailure? {
    do { try body() } catch { return error as? PostgresFailure }
    return nil
  }

  @Test("values come back as they were sent, and columns are found by name")
  func values() throws {
    let id = UserID(high: 1, low: .max)
    let row = try connection().first(
      """
      SELECT ?1::bigint AS whole, ?2::double precision AS real, ?3::text AS someText, ?4::bytea AS bytes,
        ?5::bytea AS id, ?6::bigint AS nothing, ?7::bigint = 1 AS flag, count(*) AS counted
      """, .integer(.min), .real(-0.5), .text("é\u{1F}'\\ ?"), .bytes([0, 255, 0]), .id(id), .null, .flag(true)
    ) { row in
      #expect(row.integer("whole") == .min)
      #expect(row.real("real") == -0.5)
      #expect(row.text("someText") == "é\u{1F}'\\ ?")
      #expect(row.bytes("bytes") == [0, 255, 0])
      let found: UserID = try row.id("id")
      #expect(found == id)
      #expect(row.optionalInteger("nothing") == nil)
      #expect(row.flag("flag"))
      return row.integer("counted")
    }
    #expect(row == 1)
  }

  @Test("empty texts and bytes are not NULL")
  func empty() throws {
    let found = try connection().first("SELECT ?::text AS a, ?::bytea AS b", .text(""), .bytes([])) {
      !$0.isNull("a") && !$0.isNull("b")
    }
    #expect(found == true)
  }

  @Test("what is queued goes in order, and a failure in it is thrown by whoever waits")
  func pipeline() throws {
    let connection = try connection()
    try connection.run("CREATE TEMPORARY TABLE numbers (number bigint PRIMARY KEY)")
    for number in 1...500 { try connection.queue("INSERT INTO numbers VALUES (?)", .integer(Int64(number))) }
    #expect(try connection.integer("SELECT sum(number)::bigint FROM numbers") == 125_250)
    try connection.queue("INSERT INTO numbers VALUES (?)", .integer(7))
    let failure = failure { _ = try connection.integer("SELECT 1") }
    #expect(failure?.sqlState == "23505")
    #expect(failure?.isWorthRetrying == false)
    #expect(try connection.integer("SELECT count(*) FROM numbers") == 500)
  }

  @Test("a transaction that failed is rolled back, and the connection goes on")
  func rollback() throws {
    let connection = try connection()
    try connection.run("CREATE TEMPORARY TABLE numbers (number bigint PRIMARY KEY)")
    try connection.begin()
    try connection.run("INSERT INTO numbers VALUES (1)")
    #expect(failure { try connection.run("INSERT INTO numbers VALUES (1)") } != nil)
    connection.rollback()
    #expect(try connection.integer("SELECT count(*) FROM numbers") == 0)
  }

  @Test("a statement that fails to be prepared is tried anew the next time")
  func preparing() throws {
    let connection = try connection()
    let select = "SELECT count(*) FROM latecomers"
    #expect(failure { _ = try connection.integer(select) }?.sqlState == "42P01")
    try connection.run("CREATE TEMPORARY TABLE latecomers (number bigint)")
    #expect(try connection.integer(select) == 0)
  }

  @Test("more statements than a connection keeps are all answered")
  func manyStatements() throws {
    let connection = try connection()
    for number in 0..<1_200 { #expect(try connection.integer("SELECT \(number)::bigint") == Int64(number)) }
    #expect(try connection.integer("SELECT 0::bigint") == 0)
  }

  @Test("a statement that takes too long ends, and the connection with it")
  func patience() throws {
    let connection = try connection(.seconds(1))
    let failure = failure { try connection.run("SELECT pg_sleep(60)") }
    #expect(failure?.kind == .timeout)
    #expect(failure?.isWorthRetrying == true)
    #expect(connection.isBroken)
    #expect(self.failure { try connection.run("SELECT 1") }?.kind == .connection)
  }

  @Test("a connection that the server ends says that a retry helps")
  func ended() throws {
    let (connection, other) = (try connection(), try connection())
    let process = try connection.integer("SELECT pg_backend_pid()")
    _ = try other.integer("SELECT pg_terminate_backend(?::bigint::int)", .integer(process))
    let failure = failure { try connection.run("SELECT 1") }
    #expect(failure?.kind == .connection)
    #expect(connection.isBroken)
  }

  @Test(
    "states of the server are told apart by what helps",
    arguments: [
      ("40001", PostgresFailure.Kind.contention), ("40P01", .contention), ("55P03", .contention),
      ("57014", .timeout), ("57P01", .connection), ("25P03", .connection), ("08006", .connection),
      ("53100", .environment),
      ("42501", .environment), ("23505", .duplicate), ("42P01", .statement),
    ])
  func states(_ state: String, _ kind: PostgresFailure.Kind) {
    #expect(PostgresFailure.kind(of: state) == kind)
  }

  @Test("question marks become numbers, and numbered ones keep theirs")
  func numbers() {
    #expect(PostgresConnection.numbered("a = ? AND b = ?") == "a = $1 AND b = $2")
    #expect(PostgresConnection.numbered("a = ?2 AND b = ?1?") == "a = $2 AND b = $1$1")
    #expect(PostgresConnection.numbered("é") == "é")
  }
}
