import SwiftSyntax

/// The arguments of `@Stored`: the name of a property or a case in archives, and older ones.
struct StoredAttribute {
  let syntax: AttributeSyntax
  /// The name, unless absent or `nil`.
  var name: NameArgument?
  var formerly: [NameArgument] = []
}
