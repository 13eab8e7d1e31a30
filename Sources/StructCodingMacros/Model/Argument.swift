import SwiftSyntax

/// An argument of an attribute: the expression it was written as, and what the macro reads from it.
struct Argument<Value> {
  let syntax: ExprSyntax
  /// Nil if the macro cannot read the expression.
  let value: Value?
}

/// The storage method in a `@Stored`.
enum FieldMethod: Equatable {
  case standard
  case composition
  /// For an attribute of managed objects: a keyed archive.
  case archive
  /// For an attribute of managed objects: the `Coding` object, with the name of its transformer.
  case coding(String)
  /// The value of a constant, which is checked when it is read.
  case constant
  /// Stored, and never read.
  case writeOnly
  /// For a case: unknown ones are read as it.
  case fallback
  /// A method of the library, as the call that generated code passes to it: `.transformed(T.self)`.
  case call(String)

  /// Whether only attributes of managed objects are stored so.
  var isOfAttributes: Bool {
    if case .coding = self { return true }
    return self == .archive
  }
}

/// The policy in a `@Stored` for values that cannot be read.
enum FailurePolicy: String {
  case throwError, fallbackToDefaultValue, debugAssertNil, dropElements

  /// Whether the property gets another value.
  var replacesValue: Bool { self == .fallbackToDefaultValue || self == .debugAssertNil }
}
