import Domain
import ServerCore

extension PostgresStore: OverviewStore {
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
        messages: try count("SELECT coalesce(sum(lastSeq), 0)::bigint FROM conversations"),
        fileBytes: try connection.integer("SELECT total FROM fileUsage"), mostFileBytes: limits.filesInAll,
        mostFileBytesEach: limits.filesPerUser)
    }
  }

  package func modelUses(since: Timestamp) throws -> [AIUse] {
    try read { connection in
      try connection.all(
        """
        SELECT body ->> 'feature' AS feature, body ->> 'model' AS model, body ->> 'place' AS place,
          sum(CASE collection WHEN 'indexing' THEN (body ->> 'messagesSent')::bigint ELSE 1 END)::bigint AS requests,
          count(*) FILTER (WHERE body ->> 'isCached' = 'true') AS cached,
          sum((body ->> 'inputTokens')::bigint)::bigint AS inputTokens,
          sum((body ->> 'outputTokens')::bigint)::bigint AS outputTokens,
          CASE WHEN count(body ->> 'cost') = count(*) THEN sum((body ->> 'cost')::bigint)::bigint END AS cost
        FROM (
          SELECT collection, convert_from(body, 'UTF8')::jsonb AS body FROM records
          WHERE collection IN ('ledger', 'indexing') AND createdAt >= ?
        ) uses
        GROUP BY 1, 2, 3 ORDER BY requests DESC, (body ->> 'feature') COLLATE "C",
          (body ->> 'model') COLLATE "C", (body ->> 'place') COLLATE "C"
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
        SELECT kind, model, version, count(*) FILTER (WHERE feedback = 'helpful') AS helpful,
          count(*) FILTER (WHERE feedback = 'unhelpful') AS unhelpful
        FROM (
          SELECT body ->> 'kind' AS kind, body -> 'receipt' ->> 'model' AS model,
            coalesce(body -> 'receipt' ->> 'version', '') AS version, body ->> 'feedback' AS feedback
          FROM (
            SELECT convert_from(body, 'UTF8')::jsonb AS body FROM records
            WHERE collection = 'outputs' AND createdAt >= ?1
          ) outputs
          UNION ALL
          SELECT subject, model, version, feedback FROM opinions WHERE createdAt >= ?1
        ) ratings
        WHERE feedback IS NOT NULL GROUP BY kind, model, version
        ORDER BY kind COLLATE "C", model COLLATE "C", version COLLATE "C"
        """, .time(since)
      ) { row in
        AIRating(
          kind: row.text("kind"), model: row.text("model"), version: row.text("version"),
          helpful: Int(row.integer("helpful")), unhelpful: Int(row.integer("unhelpful")))
      }
    }
  }
}
