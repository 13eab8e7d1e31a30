internal import ArchiveBytes
internal import ArchiveNodes
internal import ArchiveValues
internal import Foundation
internal import KeyedArchives

extension FastCodingWriter {
  /// Writes the Foundation value that a record represents, in its own chunk.
  ///
  /// - Parameter number: The object number of the value, if a reference refers to it.
  /// - Returns: `false` for ordinary objects, for values that their chunk cannot represent, and for damaged values.
  ///   These are written as objects, which loses nothing.
  mutating func writeFoundationValue(_ fields: ArchiveNode.Fields, _ number: Int?) throws -> Bool {
    func field(_ name: String) -> ArchiveNode? { resolved(fields[name]) }
    // A record refers to objects of the graph around it.
    var graph: ArchiveNode { .graph(ArchiveGraph(root: .record(fields), objects: objects.nodes)) }
    switch fields.className {
    case "NSNull": sink.begin(.null)
    case "NSURL":
      guard let parts = urlParts(fields) else { return false }
      try writeURL(parts[...])
    case "NSIndexSet", "NSMutableIndexSet":
      // FastCoder truncates larger numbers.
      guard let ranges = try? graph.decode(IndexSet.self).rangeView,
        ranges.allSatisfy({ UInt32(exactly: $0.lowerBound) != nil && UInt32(exactly: $0.count) != nil })
      else { return false }
      sink.begin(fields.className == "NSIndexSet" ? .indexSet : .mutableIndexSet)
      sink.append(UInt32(clamping: ranges.count))
      for range in ranges {
        sink.append(UInt32(clamping: range.lowerBound))
        sink.append(UInt32(clamping: range.count))
      }
      takeSlot(number)
    case "NSDecimalNumber":
      guard let decimal = StoredDecimal(field) else { return false }
      sink.begin(.decimal)
      decimal.append(to: &sink)
    case "NSValue":
      guard let structure = try? NumberStructure(field, in: graph) else { return false }
      sink.begin(structure.type)
      for value in structure.numbers {
        structure.type == .range ? sink.append(UInt32(value)) : sink.append(value.bitPattern)
      }
      countStructure(number)
    default: return false
    }
    return true
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

  /// Writes a URL, or an alias to an equal one.
  private mutating func writeURL(_ parts: ArraySlice<String>) throws {
    guard let text = parts.first else { return sink.begin(.nil) }
    let url = ([""] + parts).map(ExactName.init)
    if aliasText(url) { return }
    sink.begin(.url)
    try write(text: text)
    try inside { try $0.writeURL(parts.dropFirst()) }
    cacheText(url)
  }
}
