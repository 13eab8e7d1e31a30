extension ArchiveNode {
  /// The name of the node's kind, for errors.
  package var kindDescription: String {
    switch self {
    case .instance(.wideInteger, _): return "an integer of more than 64 bits"
    case .instance(.brokenText, _): return "a string with half of a surrogate pair"
    default: break
    }
    let place = NodePlace(self)
    if let name = place.unusualClasses.first { return "an object of class \(name)" }
    switch place.content {
    case .null: return "nil"
    case .bool(let value): return "\(value)"
    case .integer, .unsigned: return "an integer"
    case .float, .double: return "a number"
    case .string: return "a string"
    case .date: return "a date"
    case .data: return "data"
    case .array: return "an array"
    case .set: return "a set"
    case .dictionary: return "a dictionary"
    case .record(let fields):
      return fields.className.isEmpty ? "a record" : "an object of class \(fields.className)"
    case .reference(let number): return "a reference to an object \(number) that is not there"
    case .instance, .graph: return "an object"
    }
  }
}
