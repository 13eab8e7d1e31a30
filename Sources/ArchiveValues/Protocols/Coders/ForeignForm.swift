internal import ArchiveBytes
package import ArchiveNodes

/// Objects as dictionaries, for coders that have no place for a class that the program lacks: an `NSCoder`, and trees in
/// columns.
///
/// An object is a dictionary with its class names under ``classKey``, nearest first, and its fields, or the content of
/// a Foundation object, under another key. A dictionary that looks like one is wrapped without a class.
package enum ForeignForm {
  fileprivate static let classKey = "$class"
  private static let fallbackKey = "$classhints"
  private static let fieldsKey = "$fields"
  private static let contentKey = "$content"

  /// Returns an object as dictionaries.
  ///
  /// - Throws: ``ArchiveError/Code/unsupported`` for a graph: only a tree has this form.
  package static func plain(_ object: ArchiveNode) throws -> ArchiveNode {
    var maker = Maker()
    return try maker.plain(object)
  }

  /// Returns the object in dictionaries. What is not the form of an object stays what it is.
  static func object(_ plain: ArchiveNode) throws -> ArchiveNode {
    var maker = Maker()
    return try maker.object(plain)
  }

  private struct Maker {
    private let limits = ArchiveLimits()
    private var depth = 0
    private var stack = StackGuard()

    private mutating func inside<Result>(_ body: (inout Maker) throws -> Result) throws -> Result {
      depth += 1
      defer { depth -= 1 }
      try stack.check(depth: depth, limits, advice: "Raise ArchiveLimits.maximumDepth.")
      return try body(&self)
    }

    // MARK: To dictionaries

    mutating func plain(_ node: ArchiveNode) throws -> ArchiveNode {
      switch node {
      case .array(let elements): return .array(try plain(elements))
      case .set(let elements): return .set(try plain(elements))
      case .dictionary(let entries):
        let keys = try plain(entries.map(\.key))
        let made = ArchiveNode.dictionary(
          zip(keys, try plain(entries.map(\.value))).map { .init(key: $0, value: $1) })
        return made.isForeignForm ? wrapped(nil, contentKey, made) : made
      case .record(let fields):
        guard fields.caseName == nil, fields.version == 1 else {
          throw ArchiveError(
            .unsupported, expected: "an object of a class", found: "a value of a type with cases or versions")
        }
        let values = try plain(fields.values)
        let names = zip(fields.names, values).map {
          ArchiveNode.Entry(key: .string($0), value: $1)
        }
        let type = ArchiveClass(
          fields.className, superclassNames: fields.superclassNames, fallbackNames: fields.fallbackClassNames)
        return wrapped(type, fieldsKey, .dictionary(names))
      case .instance(let type, let content):
        return wrapped(type, contentKey, try inside { try $0.plain(content) })
      case .reference, .graph:
        throw ArchiveError(
          .unsupported, expected: "an object without shared parts", found: node.kindDescription,
          advice: "A keyed archive and a document store it.")
      default: return node
      }
    }

    private mutating func plain(_ nodes: [ArchiveNode]) throws -> [ArchiveNode] {
      try inside { maker in try nodes.map { try maker.plain($0) } }
    }

    private func wrapped(_ type: ArchiveClass?, _ key: String, _ content: ArchiveNode) -> ArchiveNode {
      var entries = [
        ArchiveNode.Entry(key: .string(ForeignForm.classKey), value: names(type)),
        ArchiveNode.Entry(key: .string(key), value: content),
      ]
      if let type, !type.fallbackNames.isEmpty {
        entries.append(
          .init(
            key: .string(ForeignForm.fallbackKey),
            value: .array(type.fallbackNames.map(ArchiveNode.string))))
      }
      return .dictionary(entries)
    }

    /// The names of a class; a single string if its superclasses are not known, and an empty array for no class.
    private func names(_ type: ArchiveClass?) -> ArchiveNode {
      guard let type else { return .array([]) }
      guard let superclasses = type.superclassNames else { return .string(type.name) }
      return .array(([type.name] + superclasses).map(ArchiveNode.string))
    }

    // MARK: From dictionaries

    mutating func object(_ node: ArchiveNode) throws -> ArchiveNode {
      switch node {
      case .array(let elements): return .array(try objects(elements))
      case .set(let elements): return .set(try objects(elements))
      case .dictionary(let entries) where node.isForeignForm:
        var parts: [String: ArchiveNode] = [:]
        for entry in entries {
          if case .string(let key) = entry.key { parts[key] = entry.value }
        }
        return try object(parts)
      case .dictionary(let entries): return try dictionary(entries)
      default: return node
      }
    }

    private mutating func objects(_ nodes: [ArchiveNode]) throws -> [ArchiveNode] {
      try inside { maker in try nodes.map { try maker.object($0) } }
    }

    private mutating func dictionary(_ entries: [ArchiveNode.Entry]) throws -> ArchiveNode {
      let keys = try objects(entries.map(\.key))
      return .dictionary(zip(keys, try objects(entries.map(\.value))).map { .init(key: $0, value: $1) })
    }

    private mutating func object(_ parts: [String: ArchiveNode]) throws -> ArchiveNode {
      let type = try parts[classKey].flatMap(classNames)
      if let content = parts[contentKey] {
        if let type { return .instance(type, try inside { try $0.object(content) }) }
        // The dictionary that looks like an object is not looked at again.
        guard case .dictionary(let entries) = content else { throw malformed() }
        return try dictionary(entries)
      }
      guard let type, case .dictionary(let entries)? = parts[fieldsKey] else { throw malformed() }
      var fields = ArchiveNode.Fields(className: type.name)
      fields.superclassNames = type.superclassNames
      if let hints = parts[fallbackKey] { fields.fallbackClassNames = try strings(hints) }
      var names: Set<ExactName> = []
      for (entry, value) in zip(entries, try objects(entries.map(\.value))) {
        guard case .string(let name) = entry.key, names.insert(ExactName(name)).inserted else {
          throw malformed()
        }
        fields.append(value, named: name)
      }
      return .record(fields)
    }

    private func classNames(_ node: ArchiveNode) throws -> ArchiveClass? {
      if case .string(let name) = node { return ArchiveClass(name, superclassNames: nil) }
      let names = try strings(node)
      return names.first.map { ArchiveClass($0, superclassNames: Array(names.dropFirst())) }
    }

    private func strings(_ node: ArchiveNode) throws -> [String] {
      guard case .array(let nodes) = node else { throw malformed() }
      return try nodes.map { node in
        guard case .string(let text) = node else { throw malformed() }
        return text
      }
    }

    private func malformed() -> ArchiveError {
      ArchiveError(
        .typeMismatch, expected: "a dictionary with the classes and the fields of an object",
        found: "another one")
    }
  }
}

extension ArchiveNode {
  /// Whether the node is a dictionary in the form of an object.
  fileprivate var isForeignForm: Bool {
    guard case .dictionary(let entries) = self else { return false }
    return entries.contains { $0.key == .string(ForeignForm.classKey) }
  }
}
