public import ArchiveBytes
public import ArchiveNodes
public import ArchiveValues

extension ArchiveNode {
  /// Creates the tree of a value.
  ///
  /// An `NSSecureCoding` object becomes a record of the fields it stores in a keyed archive.
  ///
  /// - Throws: ``ArchiveError`` if the value nests deeper than the limits allow or contains an object that cannot be
  ///   archived.
  /// - Complexity: Linear in the size of the value.
  public init<Value: ArchiveValue>(encoding value: Value, limits: ArchiveLimits = ArchiveLimits()) throws {
    do {
      try self.init(of: value, limits)
    } catch {
      throw ArchiveError.wrapping(error)
    }
  }

  /// Decodes a value from the tree.
  ///
  /// As when reading an archive, fields are matched by name, numbers convert if the result is exact, and records of
  /// older versions are upgraded.
  ///
  /// - Throws: ``ArchiveError``, with its location in the tree, if the tree does not match the type.
  /// - Complexity: Linear in the size of the tree, and bounded by the limits.
  public func decode<Value: ArchiveValue>(
    _ type: Value.Type, limits: ArchiveLimits = ArchiveLimits()
  ) throws -> Value {
    var budget: Int?
    return try read(type, limits, budget: &budget)
  }
}

extension ArchiveNode.Fields {
  /// Decodes the field with a name.
  ///
  /// A missing field decodes as ``ArchiveValue/valueWhenAbsent``, which is `nil` for optionals.
  ///
  /// - Throws: ``ArchiveError/Code/missingField`` if there is neither; ``ArchiveError`` if the field has another
  ///   type.
  public func decode<Value: ArchiveValue>(_ type: Value.Type, _ name: String) throws -> Value {
    if let node = self[name] { return try ArchiveError.located(at: .field(name)) { try node.decode(type) } }
    if let value = Value.valueWhenAbsent { return value }
    throw ArchiveError(
      .missingField, expected: "a field “\(name)”",
      found: names.isEmpty ? "a record without fields" : names.joined(separator: ", "),
      path: [.field(name)], advice: .changeCode("Ask for an optional if older archives may lack the field."))
  }

  /// Encodes a value into the field with a name.
  ///
  /// - Throws: ``ArchiveError`` if the value cannot be archived.
  public mutating func encode<Value: ArchiveValue>(_ value: Value, as name: String) throws {
    self[name] = try ArchiveError.located(at: .field(name)) { try ArchiveNode(encoding: value) }
  }
}
