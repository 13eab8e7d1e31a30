import SwiftSyntax

/// A type, or a part of one, that cannot be archived, as far as syntax alone shows.
///
/// The type checker finds all other cases in the generated code, such as a nominal type without the conformance.
struct UnsupportedType {
  let syntax: TypeSyntax
  let kind: Kind

  /// Why it cannot be archived.
  enum Kind: String, Finding {
    static let topic = "field"
    case function, existential, opaque, metatype, tuple, erased, empty, borrowed, pairs
  }

  /// Returns the problem of a property, or an associated value, of the type.
  func problem(_ subject: String, isPayload: Bool = false) -> Problem {
    Problem(kind, at: syntax, subject, syntax.trimmedDescription, isPayload ? "payload" : "")
  }

  /// Searches optionals, arrays, dictionaries, attributes and tuples, but not other generic arguments.
  static func find(in type: TypeSyntax, allowsTuple: Bool) -> UnsupportedType? {
    func inside(_ part: TypeSyntax) -> UnsupportedType? { find(in: part, allowsTuple: false) }
    func found(_ kind: Kind) -> UnsupportedType { UnsupportedType(syntax: type, kind: kind) }
    switch type.as(TypeSyntaxEnum.self) {
    case .functionType: return found(.function)
    case .metatypeType: return found(.metatype)
    case .compositionType: return found(.existential)
    case .someOrAnyType(let wrapped):
      return found(wrapped.someOrAnySpecifier.text == "some" ? .opaque : .existential)
    case .identifierType(let name):
      return Kind(name: name.name.text).map(found)
    case .attributedType(let attributed): return find(in: attributed.baseType, allowsTuple: allowsTuple)
    case .optionalType(let optional): return inside(optional.wrappedType)
    case .implicitlyUnwrappedOptionalType(let optional): return inside(optional.wrappedType)
    case .arrayType(let array): return inside(array.element)
    case .dictionaryType(let dictionary): return inside(dictionary.key) ?? inside(dictionary.value)
    case .tupleType(let tuple):
      if let only = tuple.elements.first, tuple.elements.count == 1 {
        return find(in: only.type, allowsTuple: allowsTuple)
      }
      if tuple.elements.isEmpty { return found(.empty) }
      guard allowsTuple else { return found(.tuple) }
      return tuple.elements.lazy.compactMap { inside($0.type) }.first
    default: return nil
    }
  }
}

extension UnsupportedType.Kind {
  func text(_ subject: String, _ type: String, _ place: String) -> String {
    "\(subject) cannot be archived: \(reason(type, isPayload: !place.isEmpty))"
  }

  /// The reason and the way out.
  private func reason(_ type: String, isPayload: Bool) -> String {
    switch self {
    case .function:
      "a function has no content to store; make it computed, or store what it is made from"
    case .existential:
      "an archive cannot decide which type to create, so '\(type)' is not enough; store an enum with a case for each "
        + "possible type"
    case .opaque:
      "its type is hidden from the archive; write the concrete type, or make the type generic over it"
    case .metatype:
      "a type is not content; store a name for it, such as a case of an enum"
    case .erased:
      "an archive cannot decide which type to create, so '\(type)' is not enough; write the type of the values, or store "
        + "an enum with a case for each possible type"
    case .empty:
      "'\(type)' has no content to store; remove it, or mark it '@Transient'"
    case .borrowed:
      "'\(type)' is a view of memory that something else owns; store an array"
    case .pairs:
      "'\(type)' is a list of tuples; use a dictionary, or an array of a struct with a key and a value"
    case .tuple where isPayload:
      "a tuple has no name to be stored under; list its parts as associated values, or use a struct"
    case .tuple:
      "only a property itself can be a tuple of archived values, not a part of one; use a struct instead"
    }
  }

  /// Returns the kind of a standard library type without a stored form, by its name.
  fileprivate init?(name: String) {
    switch name {
    case "Any", "AnyObject": self = .existential
    case "AnyHashable": self = .erased
    case "Void", "Never", "NSNull": self = .empty
    case "KeyValuePairs": self = .pairs
    case "Span", "MutableSpan", "RawSpan", "MutableRawSpan", "OutputSpan", "OutputRawSpan", "UTF8Span",
      "UnsafePointer", "UnsafeMutablePointer", "UnsafeRawPointer", "UnsafeMutableRawPointer",
      "UnsafeBufferPointer", "UnsafeMutableBufferPointer", "UnsafeRawBufferPointer",
      "UnsafeMutableRawBufferPointer", "OpaquePointer":
      self = .borrowed
    default: return nil
    }
  }
}
