internal import ArchiveNodes
internal import ArchiveValues

/// The type of a chunk: its first byte.
enum ChunkType: UInt8, CaseIterable {
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

  /// The types of version 2, by their numbers there: four bytes each.
  static let ofVersion2: [ChunkType] = [
    .null, .objectAlias32, .string, .dictionary, .array, .set, .orderedSet, .yes, .no, .int32, .int64,
    .float32,
    .float64, .data, .legacyDate, .mutableString, .mutableDictionary, .mutableArray, .mutableSet,
    .mutableOrderedSet, .mutableData, .classDefinition, .object32, .nil, .url, .point, .size, .rect, .range,
    .affineTransform, .transform3D, .mutableIndexSet, .indexSet, .codedObject,
  ]

  /// Whether safe loading rejects the chunk.
  var isRefusedInPropertyLists: Bool {
    switch self {
    case .nil, .classDefinition, .object8, .object16, .object32, .codedObject, .keyedArchive: true
    default: false
    }
  }

  /// The class of the chunk's value, if it is not the usual class of its kind.
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

  /// Returns the chunk type for an instance of a class or its subclass. This type is the usual one for values of the
  /// kind.
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

  /// Whether the object is numbered before its content, which may then refer back to it.
  var isNumberedFirst: Bool {
    switch self {
    case .mutableDictionary, .mutableArray, .mutableSet, .mutableOrderedSet, .mutableIndexSet: true
    default: false
    }
  }
}
