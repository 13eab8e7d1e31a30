internal import ArchiveBytes
internal import ArchiveValues
internal import Foundation
internal import KeyedArchive

extension FastCodingWriter {
  /// Writes a record: a value of Foundation's that has a chunk of its own, or an object.
  mutating func write(_ fields: ArchiveFields, _ number: Int?) throws {
    if fields.fastCodingForm == nil, try writeFoundationValue(fields, number) { return }
    guard !fields.className.isEmpty else {
      throw ArchiveError(
        .unsupported, expected: "the class name of an object", found: "a record without one",
        advice: "Column archives do not say the classes of what is inside of a value.")
    }
    switch fields.fastCodingForm ?? options.objects {
    case .coded: try writeCoded(fields, number)
    case .properties: try writeProperties(fields, number)
    case .keyedArchive(let data): try writeKeyedArchive(fields, number, data)
    }
  }

  /// The fields of a record as a keyed coder stores them: with the name of a case first, and a version last.
  private static func storedFields(_ fields: ArchiveFields) -> [(name: String, node: ArchiveNode)] {
    var stored = Array(zip(fields.names, fields.values)).map { (name: $0, node: $1) }
    if let name = fields.caseName { stored.insert((ArchiveSchema.caseKey, .string(name)), at: 0) }
    if fields.version > 1 { stored.append((ArchiveSchema.versionKey, .integer(Int64(fields.version)))) }
    return stored
  }

  /// An object as it writes itself: each value before its key. Values that are nil are left out.
  private mutating func writeCoded(_ fields: ArchiveFields, _ number: Int?) throws {
    sink.begin(.codedObject)
    try write(text: fields.className)
    try inside { writer in
      for (name, node) in Self.storedFields(fields) where writer.resolved(node) != .null {
        try writer.located(.field(name)) { writer in
          try writer.write(node)
          try writer.write(text: name)
        }
      }
    }
    sink.begin(.nil)
    takeSlot(number)
  }

  /// An object by its properties, with nil for each that it lacks.
  private mutating func writeProperties(_ fields: ArchiveFields, _ number: Int?) throws {
    let stored = Self.storedFields(fields)
    let definition = try defineClass(fields.className, stored.map(\.name))
    alias(.object8, .object16, .object32, definition.index)
    takeSlot(number)
    let isInOrder = definition.names.count == stored.count
    let byName =
      isInOrder && zip(definition.names, stored).allSatisfy { $0 == $1.name }
      ? [:] : Dictionary(stored.map { ($0.name, $0.node) }, uniquingKeysWith: { $1 })
    try inside { writer in
      for (position, name) in definition.names.enumerated() {
        let node = byName.isEmpty && isInOrder ? stored[position].node : byName[name] ?? .null
        try writer.located(.field(name)) { writer in
          if writer.resolved(node) == .null { writer.sink.begin(.nil) } else { try writer.write(node) }
        }
      }
    }
  }

  /// An object as a keyed archive of its own: the one it was read from, unless it was edited.
  private mutating func writeKeyedArchive(_ fields: ArchiveFields, _ number: Int?, _ known: Data?) throws {
    let node = ArchiveNode.record(fields)
    let data: Data
    if let known, EmbeddedArchive(known).holds(node, in: objects.nodes, options.limits) {
      data = known
    } else {
      let root = number.map { ArchiveNode.reference($0) } ?? node
      let part = EmbeddedArchive.part(root, of: objects.nodes)
      data = try EmbeddedArchive.make(part, options.limits)
    }
    sink.begin(.keyedArchive)
    // The type of the data chunk is what a reader skips to a multiple of four. At such a multiple it skips nothing.
    if !sink.position.isMultiple(of: 4) { sink.begin(.data) }
    try writeContent(of: data)
    takeSlot(nil)
    takeSlot(number)
  }

  // MARK: Foundation's values

  /// Writes a value of Foundation's that has a chunk of its own; `false` when the record is none.
  private mutating func writeFoundationValue(_ fields: ArchiveFields, _ number: Int?) throws -> Bool {
    let field = { [self] (name: String) in resolved(fields[name]) }
    switch fields.className {
    case "NSNull":
      sink.begin(.null)
      return true
    case "NSURL": return try writeURL(.record(fields))
    case "NSIndexSet", "NSMutableIndexSet":
      guard let indexes = try IndexRanges(field) else { return false }
      writeIndexes(indexes, fields.className == "NSIndexSet" ? .indexSet : .mutableIndexSet, number)
      return true
    case "NSDecimalNumber":
      guard let decimal = StoredDecimal(field) else { return false }
      sink.begin(.decimal)
      decimal.append(to: &sink)
      return true
    case "NSValue": return try writeStructure(fields, field, number)
    default: return false
    }
  }

  private mutating func writeIndexes(_ indexes: IndexRanges, _ type: ChunkType, _ number: Int?) {
    sink.begin(type)
    sink.append(UInt32(clamping: indexes.ranges.count))
    takeSlot(number)
    for range in indexes.ranges {
      sink.append(UInt32(clamping: range.location))
      sink.append(UInt32(clamping: range.length))
    }
  }

  private mutating func writeStructure(
    _ fields: ArchiveFields, _ field: (String) -> ArchiveNode?, _ number: Int?
  ) throws -> Bool {
    let graph = ArchiveNode.graph(ArchiveGraph(root: .record(fields), objects: objects.nodes))
    if field("NS.special") == .integer(4) {
      let range = try graph.decode(NSRange.self)
      guard let location = UInt32(exactly: range.location), let length = UInt32(exactly: range.length) else {
        throw ArchiveError(
          .invalidValue, expected: "a range of numbers up to \(UInt32.max), as FastCoding has them",
          found: "\(range)", advice: "FastCoder cuts larger ones off. Store them as integers.")
      }
      sink.begin(.range)
      sink.append(location)
      sink.append(length)
    } else if let structure = try NumberStructure(field, in: graph) {
      sink.begin(structure.type)
      for value in structure.numbers { sink.append(value) }
    } else {
      return false
    }
    countStructure(number)
    return true
  }

  /// Writes a URL, or where an equal one was written; `false` when the record is none.
  private mutating func writeURL(_ node: ArchiveNode) throws -> Bool {
    guard let parts = urlParts(node) else { return false }
    try writeURL(parts[...])
    return true
  }

  /// The strings of a URL and its bases, the outermost first.
  private func urlParts(_ node: ArchiveNode) -> [String]? {
    var parts: [String] = []
    var rest = resolved(node)
    while let current = rest, current != .null {
      guard case .record(let fields) = current, fields.className == "NSURL",
        case .string(let text)? = resolved(fields["NS.relative"]), parts.count < options.limits.maximumDepth
      else { return nil }
      parts.append(text)
      rest = resolved(fields["NS.base"])
    }
    return parts
  }

  private mutating func writeURL(_ parts: ArraySlice<String>) throws {
    let key = parts.map { Array($0.utf8) }
    guard let text = parts.first else { return sink.begin(.nil) }
    if aliasText(isURL: true, key) { return }
    sink.begin(.url)
    try write(text: text)
    try inside { try $0.writeURL(parts.dropFirst()) }
    cacheText(isURL: true, key)
  }
}
