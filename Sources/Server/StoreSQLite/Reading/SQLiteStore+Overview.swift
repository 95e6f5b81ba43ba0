import Domain
import ServerCore

extension SQLiteStore: OverviewStore {
  package func conversationOverviews(
    after conversation: ConversationID?, limit: Int
  ) throws -> [ConversationOverview] {
    try read { connection in
      try connection.all(
        """
        SELECT c.id AS id, c.name AS name, c.createdAt AS createdAt, c.lastSeq AS lastSeq,
          c.isIntelligenceOff AS isIntelligenceOff,
          (SELECT count(*) FROM members m WHERE m.conversation = c.key AND m.leftAt IS NULL) AS members,
          (SELECT m.createdAt FROM messages m WHERE m.position = c.key << 32 | c.lastSeq) AS lastMessageAt
        FROM conversations c
        WHERE c.kind = 'group' AND c.key > coalesce((SELECT key FROM conversations WHERE id = ?1), 0)
        ORDER BY c.key LIMIT ?2
        """, .id(conversation), .integer(Int64(max(0, limit)))
      ) { row in
        ConversationOverview(
          id: try row.id("id"), name: row.text("name"), members: Int(row.integer("members")),
          messages: Int(row.integer("lastSeq")), createdAt: row.time("createdAt"),
          lastMessageAt: row.optionalTime("lastMessageAt"), isIntelligenceOn: !row.flag("isIntelligenceOff"))
      }
    }
  }

  package func totals() throws -> WorkspaceTotals {
    let limits = options.limits
    return try read { connection in
      func count(_ query: String) throws -> Int { Int(try connection.integer(query)) }
      return WorkspaceTotals(
        people: try count("SELECT count(*) FROM users WHERE deletedAt IS NULL AND isDisabled = 0"),
        disabled: try count("SELECT count(*) FROM users WHERE deletedAt IS NULL AND isDisabled = 1"),
        groups: try count("SELECT count(*) FROM conversations WHERE kind = 'group'"),
        directConversations: try count("SELECT count(*) FROM conversations WHERE kind = 'direct'"),
        messages: try count("SELECT coalesce(sum(lastSeq), 0) FROM conversations"),
        fileBytes: try connection.integer("SELECT total FROM fileUsage"), mostFileBytes: limits.filesInAll,
        mostFileBytesEach: limits.filesPerUser)
    }
  }

  package func modelUses(since: Timestamp) throws -> [AIUse] {
    try read { connection in
      try connection.all(
        """
        SELECT body ->> '$.feature' AS feature, body ->> '$.model' AS model, body ->> '$.place' AS place,
          sum(CASE collection WHEN 'indexing' THEN body ->> '$.messagesSent' ELSE 1 END) AS requests,
          sum(body ->> '$.isCached') AS cached, sum(body ->> '$.inputTokens') AS inputTokens,
          sum(body ->> '$.outputTokens') AS outputTokens,
          CASE WHEN count(body ->> '$.cost') = count(*) THEN sum(body ->> '$.cost') END AS cost
        FROM (
          SELECT collection, CAST(body AS TEXT) AS body FROM records
          WHERE collection IN ('ledger', 'indexing') AND createdAt >= ?
        )
        GROUP BY feature, model, place ORDER BY requests DESC, feature, model, place
        """, .time(since)
      ) { row in
        AIUse(
          feature: row.text("feature"), model: row.text("model"), place: row.text("place"),
          requests: Int(row.integer("requests")), cached: Int(row.integer("cached")),
          inputTokens: Int(row.integer("inputTokens")), outputTokens: Int(row.integer("outputTokens")),
          cost: row.optionalInteger("cost").map { Int($0) })
      }
    }
  }

  package func ratings(since: Timestamp) throws -> [AIRating] {
    try read { connection in
      try connection.all(
        """
        SELECT kind, model, version, sum(feedback = 'helpful') AS helpful, sum(feedback = 'unhelpful') AS unhelpful
        FROM (
          SELECT body ->> '$.kind' AS kind, body ->> '$.receipt.model' AS model,
            coalesce(body ->> '$.receipt.version', '') AS version, body ->> '$.feedback' AS feedback
          FROM (
            SELECT CAST(body AS TEXT) AS body FROM records WHERE collection = 'outputs' AND createdAt >= ?1
          )
          UNION ALL
          SELECT subject, model, version, feedback FROM opinions WHERE createdAt >= ?1
        )
        WHERE feedback IS NOT NULL GROUP BY kind, model, version ORDER BY kind, model, version
        """, .time(since)
      ) { row in
        AIRating(
          kind: row.text("kind"), model: row.text("model"), version: row.text("version"),
          helpful: Int(row.integer("helpful")), unhelpful: Int(row.integer("unhelpful")))
      }
    }
  }
}
