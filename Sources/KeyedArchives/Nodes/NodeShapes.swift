internal import ArchiveBytes
internal import ArchiveNodes
internal import ArchiveValues

/// The shapes of the dictionaries that nodes are written as: those with the same keys and class share one.
struct NodeShapes {
  /// What records of one shape have in common.
  struct Key: Hashable {
    let type: ArchiveClass
    private let exactNames: ExactNames
    /// The names of the class, which are told apart by their bytes too.
    private let classNames: ExactNames
    /// Whether the names are field names, rather than keys as stored in the archive.
    var areFields = false
    var hasCase = false
    var hasVersion = false

    init(_ type: ArchiveClass, _ keys: [String]) {
      self.type = type
      exactNames = ExactNames(keys)
      classNames = Self.names(of: type)
    }

    init(_ fields: ArchiveNode.Fields) {
      type = ArchiveClass(
        fields.className, superclassNames: fields.superclassNames, fallbackNames: fields.fallbackClassNames)
      exactNames = ExactNames(fields.names)
      classNames = Self.names(of: type)
      areFields = true
      hasCase = fields.caseName != nil
      hasVersion = fields.version > 1
    }

    private static func names(of type: ArchiveClass) -> ExactNames {
      ExactNames([type.name] + (type.superclassNames ?? []) + type.fallbackNames)
    }

    private var names: [String] { exactNames.all }

    var keys: [String] {
      guard areFields else { return names }
      return (hasCase ? [ArchiveSchema.caseKey] : []) + names.map(KeyedNodes.key(ofField:))
        + (hasVersion ? [ArchiveSchema.versionKey] : [])
    }
  }

  private var shapes: [Key: Int] = [:]
  private var recent: (key: Key, shape: Int)?

  /// Returns the number of a shape in a table, which has it afterwards.
  mutating func shape(of key: Key, in table: inout ObjectTableWriter) -> Int {
    if let recent, recent.key == key { return recent.shape }
    let shape =
      shapes[key]
      ?? table.shape(
        keys: key.keys.map(ArchiveKey.init),
        class: ClassNames(
          [KeyedNodes.className(inArchiveOf: key.type.name)] + (key.type.superclassNames ?? []),
          fallbackNames: key.type.fallbackNames, listsClasses: key.type.superclassNames != nil))
    shapes[key] = shape
    recent = (key, shape)
    return shape
  }
}
