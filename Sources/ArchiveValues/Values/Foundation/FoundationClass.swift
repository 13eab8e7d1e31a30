/// The Foundation classes whose layout coders know themselves.
package enum FoundationClass: Int, CaseIterable {
  case date, data, string, array, set, dictionary, null

  /// The class and its keys. Archivers other than `NSKeyedArchiver`, even its subclasses, store texts in UTF-8 and data
  /// under `NS.bytes`, where Foundation looks too.
  package var schema: ArchiveSchema {
    func schema(_ name: String, _ others: [String], _ fields: [String]) -> ArchiveSchema {
      ArchiveSchema(className: name, formerly: others, fields: fields)
    }
    return switch self {
    case .date: schema("NSDate", [], ["NS.time"])
    case .data: schema("NSData", ["NSMutableData"], ["NS.data", "NS.bytes"])
    case .string: schema("NSString", ["NSMutableString"], ["NS.string", "NS.bytes"])
    case .array:
      schema("NSArray", ["NSMutableArray", "NSOrderedSet", "NSMutableOrderedSet"], ["NS.objects"])
    case .set:
      schema(
        "NSSet", ["NSMutableSet", "NSCountedSet", "NSOrderedSet", "NSMutableOrderedSet"], ["NS.objects"])
    case .dictionary: schema("NSDictionary", ["NSMutableDictionary"], ["NS.keys", "NS.objects"])
    case .null: schema("NSNull", [], [])
    }
  }
}
