/// The classes that mark what only property lists have.
extension ArchiveClass {
  /// The class of a property list value that is not an object, such as a string or an array stored inline in an
  /// object.
  package static let plain = ArchiveClass("")

  /// The class of an integer of more than 64 bits. Its content is its 16 bytes as `0x` and 32 hexadecimal digits.
  package static let wideInteger = ArchiveClass("$integer", superclassNames: [])
}

extension ArchiveNode {
  /// Whether the node is stored inline in a field without being marked as plain.
  package var isNumber: Bool {
    switch self {
    case .bool, .integer, .unsigned, .float, .double: true
    case .instance(let type, _): type == .wideInteger
    default: false
    }
  }
}
