internal import ArchiveBytes
internal import ArchiveNodes
internal import ArchiveValues
internal import Foundation
internal import KeyedArchives

/// A Foundation value that has its own chunk.
enum FoundationValue {
  case null
  /// The strings of a URL and its bases, outermost first.
  case url([String])
  case indexes(IndexRanges, isMutable: Bool)
  case decimal(StoredDecimal)
  case range(location: UInt32, length: UInt32)
  case structure(NumberStructure)
}

extension FastCodingWriter {
  /// Returns the Foundation value that a record represents. It is `nil` for ordinary objects, for values that their
  /// chunk cannot represent, and for damaged ones. These are written as objects, which loses nothing.
  func foundationValue(_ fields: ArchiveNode.Fields) -> FoundationValue? {
    let field = { (name: String) in resolved(fields[name]) }
    switch fields.className {
    case "NSNull": return .null
    case "NSURL": return urlParts(fields).map { .url($0) }
    case "NSIndexSet", "NSMutableIndexSet":
      let isMutable = fields.className == "NSMutableIndexSet"
      return IndexRanges(field).map { .indexes($0, isMutable: isMutable) }
    case "NSDecimalNumber": return StoredDecimal(field).map { .decimal($0) }
    case "NSValue":
      let graph = ArchiveNode.graph(ArchiveGraph(root: .record(fields), objects: objects.nodes))
      if case .integer(4)? = field("NS.special") { return (try? graph.decode(NSRange.self)).flatMap(range) }
      return (try? NumberStructure(field, in: graph)).map { .structure($0) }
    default: return nil
    }
  }

  /// Returns a range, if its numbers fit 32 bits; FastCoder truncates larger ones.
  private func range(_ range: NSRange) -> FoundationValue? {
    guard let location = UInt32(exactly: range.location), let length = UInt32(exactly: range.length) else {
      return nil
    }
    return .range(location: location, length: length)
  }

  private func urlParts(_ fields: ArchiveNode.Fields) -> [String]? {
    var parts: [String] = []
    var fields = fields
    while case .string(let text)? = resolved(fields["NS.relative"]), parts.count < limits.maximumDepth {
      parts.append(text)
      switch resolved(fields["NS.base"]) {
      case nil, .null?: return parts
      case .record(let base)? where base.className == "NSURL": fields = base
      default: return nil
      }
    }
    return nil
  }

  /// - Parameter number: The number of the object that the value is, if a reference refers to it.
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

  /// Writes a URL, or an alias to an equal one.
  private mutating func writeURL(_ parts: ArraySlice<String>) throws {
    guard let text = parts.first else { return sink.begin(.nil) }
    let url = ExactNames([""] + parts)
    if aliasText(url) { return }
    sink.begin(.url)
    try write(text: text)
    try inside { try $0.writeURL(parts.dropFirst()) }
    cacheText(url)
  }
}
