internal import ArchiveBytes

/// The types of transformers, by name.
struct TransformerTable {
  private var types: [String: any ArchiveTransformer.Type] = [:]

  /// The transformers that need no registration.
  static let shipped: TransformerTable = {
    var table = TransformerTable()
    let types: [any ArchiveTransformer.Type] = [HexDataTransformer.self, ISO8601DateTransformer.self]
    for type in types { table.types["\(type)"] = type }
    return table
  }()

  var names: [String] { types.keys.sorted() }

  /// Adds a type, unless the name belongs to another type.
  ///
  /// - Returns: That other type.
  mutating func add(
    _ type: any ArchiveTransformer.Type, forName name: String
  ) -> (any ArchiveTransformer.Type)? {
    if let taken = types[name] { return taken == type ? nil : taken }
    types[name] = type
    return nil
  }

  func type(named name: String) throws -> any ArchiveTransformer.Type {
    if let type = types[name] { return type }
    let question = nearestName(to: name, among: types.keys).map { "Did you mean \"\($0)\"? " } ?? ""
    throw ArchiveError(
      .unsupported, expected: "the name of a registered transformer", found: "\"\(name)\"",
      advice: .changeCode(
        question
          + "Registered are: \(names.joined(separator: ", ")). Others must be registered before they are used: "
          + "ArchiveTransformers.register(_:forName:)."))
  }
}
