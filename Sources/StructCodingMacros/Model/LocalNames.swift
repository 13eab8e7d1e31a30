import SwiftSyntax

/// The names of parameters and variables in generated methods. Expressions of the user are copied into these methods, so
/// no name may be one that they mention: `@Stored(default: decoder.count)`.
struct LocalNames {
  let encoder: String
  let decoder: String
  let fields: String
  /// The number of fields of the superclasses.
  let first: String

  /// The heads of the methods that structs, enumerations and classes have.
  var encodeFields: String {
    "func encodeFields(to \(encoder): inout some \(structCoding)FieldEncoder) throws"
  }
  var initializer: String { "init(fields \(decoder): inout some \(structCoding)FieldDecoder) throws" }

  init(for fields: [Field]) {
    let mentioned = Set(
      fields.flatMap(\.stored).compactMap(\.syntax.arguments).flatMap { arguments in
        arguments.tokens(viewMode: .sourceAccurate).filter(\.isIdentifier).map(\.unescapedText)
      })
    func free(_ name: String) -> String { mentioned.contains(name) ? free("_" + name) : name }
    (encoder, decoder, self.fields) = (free("encoder"), free("decoder"), free("fields"))
    first = free("first")
  }
}
