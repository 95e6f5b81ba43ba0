// Made from wire/files.json: change that and run `make wire`.

extension OpenAPISchema {
  static let filesSchemas = #"""
    "Attachment":{"type":"object","description":"A file that goes with a message. Its bytes are on the server \#
    before anybody hears of it.","properties":{"id":{"type":"string","format":"uuid"},"kind":{"type":"string",\#
    "enum":["image","voice","file"]},"name":{"type":"string","description":"What its file is called, without a \#
    folder."},"type":{"type":"string","description":"Media type by content, such as `image/jpeg`; \#
    `application/octet-stream` for what is not known."},"bytes":{"type":"integer","format":"int64",\#
    "description":"Of the file as it is downloaded."},"width":{"type":"integer","format":"int64","description":"Of \#
    images, in pixels, as they are seen upright."},"height":{"type":"integer","format":"int64"},\#
    "duration":{"type":"integer","format":"int64","description":"Of voice notes, in milliseconds."},\#
    "preview":{"type":"string","description":"Of images: a BlurHash, to be drawn until the image is loaded."},\#
    "wave":{"type":"string","description":"Of voice notes: how loud each part is, a digit from 0 to 9 for each, at \#
    most 100."},"alt":{"type":"string","maxLength":1000,"description":"What an image shows, in the sender's \#
    words."}},"required":["id","kind","name","type","bytes"]},
    "AttachmentReference":{"type":"object","description":"A file that was uploaded and goes with the message that \#
    is sent.","properties":{"id":{"type":"string","format":"uuid"},"alt":{"type":"string","maxLength":1000,\#
    "description":"What an image shows."}},"required":["id"]},
    "UploadRequest":{"type":"object","description":"What `POST /v1/uploads` takes. The same `id` again answers how \#
    far that upload is.","properties":{"id":{"type":"string","format":"uuid"},"name":{"type":"string"},\#
    "bytes":{"type":"integer","format":"int64","description":"How large the file is."},"kind":{"type":"string",\#
    "enum":["image","voice","file"],"description":"`voice` for a voice note. Else the server says it by the \#
    content."},"duration":{"type":"integer","format":"int64","description":"Of voice notes, in milliseconds."},\#
    "wave":{"type":"string","description":"Of voice notes: how loud each part is, a digit for each."}},\#
    "required":["id","name","bytes"]},
    "Upload":{"type":"object","description":"How far an upload is.","properties":{"id":{"type":"string",\#
    "format":"uuid"},"bytes":{"type":"integer","format":"int64","description":"How large the file is."},\#
    "offset":{"type":"integer","format":"int64","description":"Bytes that have come; the next byte to send."},\#
    "attachment":{"$ref":"#/components/schemas/Attachment","description":"The file, once it can be sent with a \#
    message."}},"required":["id","bytes","offset"]},
    "FileLinksRequest":{"type":"object","description":"What `POST /v1/files/links` takes.",\#
    "properties":{"files":{"type":"array","items":{"type":"string","format":"uuid"},"maxItems":100}},\#
    "required":["files"]},
    "FileLink":{"type":"object","description":"An address for a file that needs no token; `&size=320` or \#
    `&size=1280` behind it is a smaller image.","properties":{"id":{"type":"string","format":"uuid"},\#
    "url":{"type":"string","description":"A path on this server, with a query."}},"required":["id","url"]},
    "FileLinks":{"type":"object","description":"Addresses of those files that the asker may read. They hold until \#
    `expiresAt`, while the session lasts, and while the asker may read the file.",\#
    "properties":{"links":{"type":"array","items":{"$ref":"#/components/schemas/FileLink"}},\#
    "expiresAt":{"type":"integer","format":"int64","minimum":0,"maximum":253402300799999}},"required":["links",\#
    "expiresAt"]},
    "SharedFile":{"type":"object","description":"A file of a conversation, with where it was sent.",\#
    "properties":{"attachment":{"$ref":"#/components/schemas/Attachment"},"message":{"type":"string",\#
    "format":"uuid"},"seq":{"type":"integer","format":"int64","description":"Of the message."},\#
    "sender":{"type":"string","format":"uuid"},"createdAt":{"type":"integer","format":"int64","minimum":0,\#
    "maximum":253402300799999,"description":"When the message was sent."}},"required":["attachment","message","seq",\#
    "sender","createdAt"]},
    "SharedFiles":{"type":"object","description":"Files of a conversation, newest first; `next` is passed back as \#
    `before`.","properties":{"files":{"type":"array","items":{"$ref":"#/components/schemas/SharedFile"}},\#
    "next":{"type":"string"}},"required":["files"]},
    "FileLimits":{"type":"object","description":"What files the server takes, and how much room is left.",\#
    "properties":{"bytes":{"type":"integer","format":"int64","description":"Of one file."},\#
    "perMessage":{"type":"integer","format":"int64","description":"Files of one message."},"used":{"type":"integer",\#
    "format":"int64","description":"Bytes of the asker's files."},"room":{"type":"integer","format":"int64",\#
    "description":"Bytes that the asker may still upload."}},"required":["bytes","perMessage","used","room"]}
    """#
}
