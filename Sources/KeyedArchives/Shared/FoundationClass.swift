internal import ArchiveNodes
internal import ArchiveValues

/// The Foundation classes whose layout coders know themselves. In graphs, their subclasses have the same layouts.
enum FoundationClass: Int, CaseIterable {
  case date, data, string, array, set, dictionary, null, orderedSet, countedSet

  /// The class and its keys. Archivers other than `NSKeyedArchiver`, even its subclasses, store texts in UTF-8 and data
  /// under `NS.bytes`, where Foundation looks too.
  var schema: ArchiveSchema {
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
    case .orderedSet: schema("NSOrderedSet", ["NSMutableOrderedSet"], [])
    case .countedSet: schema("NSCountedSet", [], [])
    }
  }

  /// The word for objects of the class where they have no class name.
  var kind: String {
    switch self {
    case .date: "a date"
    case .data: "data"
    case .string: "a string"
    case .array, .orderedSet: "an array"
    case .set, .countedSet: "a set"
    case .dictionary: "a dictionary"
    case .null: "nil"
    }
  }

  // MARK: Nodes

  /// Finds the class with its own kind of node that a class is, or is a subclass of.
  init?(of type: ArchiveClass) {
    let classes = ([type.name] + (type.superclassNames ?? [])).lazy.compactMap { Self.byName[$0] }
    guard let nearest = classes.first else { return nil }
    self = nearest
  }

  private static let byName: [String: FoundationClass] = [
    "NSDate": .date, "NSData": .data, "NSString": .string, "NSArray": .array, "NSOrderedSet": .orderedSet,
    "NSMutableOrderedSet": .orderedSet, "NSSet": .set, "NSDictionary": .dictionary,
  ]

  /// Whether the plain node, without a class, represents objects of the class. A plain string or data node is not an
  /// object with keys.
  func isPlain(_ type: ArchiveClass) -> Bool {
    switch self {
    case .date, .array, .set, .dictionary: type == ArchiveClass(schema.className)
    case .data, .string, .orderedSet, .countedSet, .null: false
    }
  }
}
