internal import ArchiveNodes
internal import ArchiveValues

/// The first byte of a chunk, which says what it is.
enum ChunkType: UInt8 {
  case `nil`, null
  case objectAlias8, objectAlias16, objectAlias32
  case stringAlias8, stringAlias16, stringAlias32
  case string, dictionary, array, set, orderedSet
  case yes, no
  case int8, int16, int32, int64
  case float32, float64
  case data, legacyDate
  case mutableString, mutableDictionary, mutableArray, mutableSet, mutableOrderedSet, mutableData
  case classDefinition, object8, object16, object32
  case url
  case point, size, rect, range, vector, affineTransform
  case transform3D
  case mutableIndexSet, indexSet
  case codedObject, decimal, one, zero, keyedArchive, date

  /// Whether safe loading refuses the chunk.
  var isRefusedInPropertyLists: Bool {
    switch self {
    case .nil, .classDefinition, .object8, .object16, .object32, .codedObject, .keyedArchive: true
    default: false
    }
  }

  /// The class of the values that are an instance of another than the usual one of their kind.
  var instanceClass: ArchiveClass? { Self.instanceClasses[self] }

  private static let instanceClasses: [ChunkType: ArchiveClass] = [
    .mutableString: ArchiveClass("NSMutableString", superclassNames: ["NSString", "NSObject"]),
    .mutableData: ArchiveClass("NSMutableData", superclassNames: ["NSData", "NSObject"]),
    .mutableDictionary: ArchiveClass("NSMutableDictionary", superclassNames: ["NSDictionary", "NSObject"]),
    .mutableArray: ArchiveClass("NSMutableArray", superclassNames: ["NSArray", "NSObject"]),
    .mutableSet: ArchiveClass("NSMutableSet", superclassNames: ["NSSet", "NSObject"]),
    .orderedSet: ArchiveClass("NSOrderedSet", superclassNames: ["NSObject"]),
    .mutableOrderedSet: ArchiveClass(
      "NSMutableOrderedSet", superclassNames: ["NSOrderedSet", "NSObject"]),
  ]

  /// The chunk for a value of the kind that this chunk is usual for, when it is an instance of a class or one below.
  func of(_ type: ArchiveClass?) -> ChunkType {
    guard let type else { return self }
    let others: [ChunkType] =
      switch self {
      case .string: [.mutableString]
      case .data: [.mutableData]
      case .dictionary: [.mutableDictionary]
      case .set: [.mutableSet]
      case .array: [.mutableArray, .mutableOrderedSet, .orderedSet]
      default: []
      }
    return others.first { other in
      guard let name = other.instanceClass?.name else { return false }
      return type.name == name || type.superclassNames?.contains(name) == true
    } ?? self
  }

  /// Whether the object gets its number before its content, which may refer back to it then.
  var isNumberedFirst: Bool {
    switch self {
    case .mutableDictionary, .mutableArray, .mutableSet, .mutableOrderedSet, .mutableIndexSet: true
    default: false
    }
  }
}
