internal import Foundation

/// What coders need most to know of a field: where it is, and whether its type is a frequent one.
struct FieldSlot {
  let kind: Kind
  /// The position of the field in the schema.
  let position: Int
  /// The distance in bytes from the start of the record; 0 if the property has no address.
  let offset: Int

  /// The types that coders have methods for. A field that is missing has no kind of these if it has a value of its own.
  enum Kind {
    case text, integer, real, date, boolean
    /// A field of another build: there is no property.
    case omitted
    /// The field itself knows how it is stored.
    case other

    init<Value>(_ type: Value.Type) {
      switch ObjectIdentifier(type) {
      case ObjectIdentifier(String.self): self = .text
      case ObjectIdentifier(Int.self): self = .integer
      case ObjectIdentifier(Double.self): self = .real
      case ObjectIdentifier(Date.self): self = .date
      case ObjectIdentifier(Bool.self): self = .boolean
      default: self = .other
      }
    }
  }
}
