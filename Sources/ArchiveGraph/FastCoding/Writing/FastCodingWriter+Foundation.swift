internal import ArchiveBytes
internal import ArchiveValues
internal import Foundation
internal import KeyedArchive

/// A value of Foundation's that has a chunk of its own.
enum FoundationValue {
  case null
  /// The strings of a URL and its bases, the outermost first.
  case url([String])
  case indexes(IndexRanges, isMutable: Bool)
  case decimal(StoredDecimal)
  case range(location: UInt32, length: UInt32)
  case structure(NumberStructure)
}

extension FastCodingWriter {
  /// The value that a record stands for; `nil` when it is that of an object like any other.
  func foundationValue(_ fields: ArchiveFields) throws -> FoundationValue? {
    let field = { (name: String) in resolved(fields[name]) }
    switch fields.className {
    case "NSNull": return .null
    case "NSURL": return urlParts(fields).map { .url($0) }
    case "NSIndexSet", "NSMutableIndexSet":
      let isMutable = fields.className == "NSMutableIndexSet"
      return try IndexRanges(field).map { .indexes($0, isMutable: isMutable) }
    case "NSDecimalNumber": return StoredDecimal(field).map { .decimal($0) }
    case "NSValue":
      let graph = ArchiveNode.graph(ArchiveGraph(root: .record(fields), objects: objects.nodes))
      if field("NS.special") == .integer(4) { return try range(graph.decode(NSRange.self)) }
      return try NumberStructure(field, in: graph).map { .structure($0) }
    default: return nil
    }
  }

  private func range(_ range: NSRange) throws -> FoundationValue {
    guard let location = UInt32(exactly: range.location), let length = UInt32(exactly: range.length) else {
      throw ArchiveError(
        .invalidValue, expected: "a range of numbers up to \(UInt32.max), as FastCoding has them",
        found: "\(range)", advice: "FastCoder cuts larger ones off. Store them as integers.")
    }
    return .range(location: location, length: length)
  }

  private func urlParts(_ fields: ArchiveFields) -> [String]? {
    var parts: [String] = []
    var rest: ArchiveNode? = .record(fields)
    while let current = rest, current != .null {
      guard case .record(let fields) = current, fields.className == "NSURL",
        case .string(let text)? = resolved(fields["NS.relative"]), parts.count < options.limits.maximumDepth
      else { return nil }
      parts.append(text)
      rest = resolved(fields["NS.base"])
    }
    return parts
  }

  /// - Parameter number: The number of the object that the value is, when a reference led to it.
  mutating func write(_ value: FoundationValue, _ number: Int?) throws {
    switch value {
    case .null: sink.begin(.null)
    case .url(let parts): try writeURL(parts[...])
    case .indexes(let indexes, let isMutable):
      sink.begin(isMutable ? .mutableIndexSet : .indexSet)
      sink.append(UInt32(clamping: indexes.ranges.count))
      for range in indexes.ranges {
        sink.append(UInt32(clamping: range.location))
        sink.append(UInt32(clamping: range.length))
      }
      takeSlot(number)
    case .decimal(let decimal):
      sink.begin(.decimal)
      decimal.append(to: &sink)
    case .range(let location, let length):
      sink.begin(.range)
      sink.append(location)
      sink.append(length)
      countStructure(number)
    case .structure(let structure):
      sink.begin(structure.type)
      for value in structure.numbers { sink.append(value) }
      countStructure(number)
    }
  }

  /// Writes a URL, or where an equal one was written.
  private mutating func writeURL(_ parts: ArraySlice<String>) throws {
    guard let text = parts.first else { return sink.begin(.nil) }
    let url = CachedText.url(Array(parts))
    if aliasText(url) { return }
    sink.begin(.url)
    try write(text: text)
    try inside { try $0.writeURL(parts.dropFirst()) }
    cacheText(url)
  }
}
