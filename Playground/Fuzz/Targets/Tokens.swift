/// Words of the formats, which the fuzzer puts into inputs.
enum Tokens {
  static let columns: [Token] =
    counts + [
      [0xC3, 0x53, 0x43, 0x41, 2], [0xC3, 0x42, 0x41, 0x54], "F_Event", "F_Session", "F_Trip", "F_Expression",
      "tag",
      "time", "level", "start", "end", "events", "number", "name", "sum", "list", "notes", "low", "normal",
      "F_Row", "ratio", "note", "flag",
    ]
  static let keyed: [Token] =
    counts + keys + [
      "bplist00", [0x80, 0], [0x80, 1], [0x80, 2], [0x0F, 0x10], [0x5F, 0x10], [0xD0], [0xD2], [0xDF, 0x10],
      [0xA1],
      [0x23, 0x7F, 0xF8, 0, 0, 0, 0, 0, 0], [0x13, 0x80, 0, 0, 0, 0, 0, 0, 0], [0x14],
    ]
  static let xml: [Token] =
    keys + [
      "<dict>", "</dict>", "<key>", "</key>", "<array>", "</array>", "<string>", "</string>", "<integer>",
      "</integer>",
      "<real>", "</real>", "<true/>", "<false/>", "<data>", "</data>", "<date>", "</date>",
      "<plist version=\"1.0\">",
      "</plist>", "CF$UID", "<![CDATA[", "]]>", "<!--", "-->", "&#x", "&amp;", "&#0;", "<?xml", "0x", "nan",
      "inf",
      "<!DOCTYPE", "<array/>", "<dict/>", "<string/>",
    ]
  static let json: [Token] = [
    "{\"$class\":\"", "{\"$alias\":\"", "{\"$date\":", "{\"$data\":\"", "{\"$set\":[", "{\"$float\":", "$$",
    "\":",
    "\",\"", "[", "]", "{", "}", "null", "true", "false", "-0", "1e308", "1e-400", "\\u0000", "\\ud800",
    "\\udc00",
    "\\\\", "\\.", "F_Event", "F_Session", "F_Trip", "tag", "time", "events", "events.0",
    "2026-05-01T10:30:00Z",
    "NaN", "Infinity", "9223372036854775807", "18446744073709551615", "\"$id\"", "\"$ref\"", "{\"$uuid\":\"",
    "{\"$graph\":", "{\"$double\":\"", "{\"$dictionary\":[",
  ]
  static let fastCoding: [Token] =
    counts + [
      "FAST", "$class", "$alias", "F_Event", "tag", "time", [29, 0x41, 0], [30, 0], [43, 8], [47, 21],
      [33, 8], [45, 46],
      [10, 1, 0, 0, 0], [25, 1, 0, 0, 0], [2, 0], [5, 0], [44],
    ]
  static let texts: [Token] = [
    "2026-05-01T10:30:00Z", "2026-05-01T10:30:00.125+02:00", ",", "\\", "==", [0x78, 0x9C],
    [0x1F, 0x8B, 8, 0],
    "{\"a\":[1,2.5]}", "null", "\\u0000", "-W53-", "-366", "24:00:00", "23:59:60",
  ]

  private static let keys: [Token] = [
    "$null", "$class", "$objects", "$top", "$archiver", "$version", "NSKeyedArchiver", "NS.keys",
    "NS.objects",
    "NS.time", "NS.string", "NS.data", "NS.bytes", "NS.uuidbytes", "NS.base", "NS.relative", "$classname",
    "$classes",
    "NSObject", "NSArray", "NSDictionary", "NSSet", "NSString", "NSDate", "NSData", "NSNumber", "root",
    "F_Event",
    "F_Session", "F_Trip", "tag", "time", "level", "begin", "end", "notes", "$0", "$archiveVersion", "next",
  ]
  /// Large counts, as numbers of variable length and as words.
  private static let counts: [Token] = [
    [0xFF, 0xFF, 0xFF, 0xFF, 0x0F], [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01],
    [0x80, 0x80, 0x01],
    [0, 0, 0, 0, 0, 0, 0, 0x80], [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F], [0xFF, 0xFF, 0xFF, 0xFF],
  ]
}
