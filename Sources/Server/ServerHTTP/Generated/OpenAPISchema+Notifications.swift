// Made from wire/notifications.json: change that and run `make wire`.

extension OpenAPISchema {
  static let notificationsSchemas = #"""
    "PushOffer":{"type":"object","description":"How the server reaches devices that are not connected.",\#
    "properties":{"services":{"type":"array","items":{"type":"string"},"description":"Those that the server can use \#
    now: `web`, `apns`, `fcm`."},"webKey":{"type":"string","description":"Key of the server for `web`: an \#
    uncompressed point of P-256 in base64url."},"registered":{"type":"string","enum":["web","apns","fcm"],\#
    "description":"By which this session gets notifications."}},"required":["services"]},
    "PushSubscription":{"type":"object","description":"Where the notifications of a session go.",\#
    "properties":{"service":{"type":"string","enum":["web","apns","fcm"]},"address":{"type":"string",\#
    "maxLength":2048,"description":"The `endpoint` of a browser's subscription, or the token that the system gave \#
    the app."},"publicKey":{"type":"string","maxLength":200,"description":"For `web`: `p256dh` of the \#
    subscription."},"secret":{"type":"string","maxLength":100,"description":"For `web`: `auth` of the \#
    subscription."},"environment":{"type":"string","enum":["development","production"],"description":"For `apns`; \#
    `production` when absent."}},"required":["service","address"]},
    "PushOutcomes":{"type":"object","description":"What became of notifications.",\#
    "properties":{"outcomes":{"type":"array","items":{"$ref":"#/components/schemas/PushOutcomeCount"}}},\#
    "required":["outcomes"]},
    "PushOutcomeCount":{"type":"object","description":"How many notifications of a service came to the same.",\#
    "properties":{"service":{"type":"string","enum":["web","apns","fcm"]},"outcome":{"type":"string",\#
    "description":"`waiting` for those that are still to be sent."},"count":{"type":"integer","format":"int64"}},\#
    "required":["service","outcome","count"]},
    "NotificationLookupRequest":{"type":"object","description":"What `POST /v1/notifications/lookup` takes.",\#
    "properties":{"ticket":{"type":"string"}},"required":["ticket"]},
    "NotificationContent":{"type":"object","description":"What a browser shows of a message or a reminder.",\#
    "properties":{"conversation":{"type":"string","format":"uuid"},"message":{"type":"string","format":"uuid"},\#
    "reminder":{"type":"string","format":"uuid","description":"What is shown is this, and no message that came."},\#
    "title":{"type":"string","description":"Who sent it, and in which group."},"body":{"type":"string"},\#
    "badge":{"type":"integer","format":"int64","description":"Messages that are unread, but for muted \#
    conversations."}},"required":["title","body","badge"]}
    """#
}
