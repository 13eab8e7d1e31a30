public import ArchiveBytes
public import ArchiveNodes
public import ArchiveValues
internal import Foundation

extension ArchiveNode {
  /// Makes the tree of a value.
  ///
  /// An object of a class that conforms to `NSSecureCoding` becomes a record of what it stores in a keyed archive.
  ///
  /// - Throws: ``ArchiveError`` when the value nests deeper than the limits allow or holds an object that cannot be
  ///   archived.
  /// - Complexity: Linear in the size of the value.
  public init<Value: ArchiveValue>(encoding value: Value, limits: ArchiveLimits = ArchiveLimits()) throws {
    var encoder = NodeEncoder(limits: limits)
    do {
      self = try encoder.encodeRoot(value)
    } catch {
      throw ArchiveError.wrapping(error)
    }
  }

  /// Makes a value of the tree.
  ///
  /// Fields are looked for by name, numbers convert where they stay exact, and records of an older version are
  /// upgraded, as when an archive is read.
  ///
  /// - Throws: ``ArchiveError``, located in the tree, when it is that of another type.
  /// - Complexity: Linear in the size of the tree, and bounded by the limits.
  public func decode<Value: ArchiveValue>(
    _ type: Value.Type, limits: ArchiveLimits = ArchiveLimits()
  ) throws -> Value {
    var decoder = NodeDecoder(self, limits: limits, instances: InstanceSources.current)
    do {
      return try decoder.decodeRoot(type)
    } catch {
      throw ArchiveError.wrapping(error)
    }
  }
}

extension ArchiveFields {
  /// Makes a value of the field of a name.
  ///
  /// A field that is not there reads as ``ArchiveValue/valueWhenAbsent``, which is `nil` for optionals.
  ///
  /// - Throws: ``ArchiveError/Code/missingField`` when there is neither; ``ArchiveError`` when the field is that of
  ///   another type.
  public func decode<Value: ArchiveValue>(_ type: Value.Type, _ name: String) throws -> Value {
    if let node = self[name] { return try ArchiveError.located(at: .field(name)) { try node.decode(type) } }
    if let value = Value.valueWhenAbsent { return value }
    throw ArchiveError(
      .missingField, expected: "a field “\(name)”",
      found: names.isEmpty ? "a record without fields" : names.joined(separator: ", "),
      path: [.field(name)], advice: "Ask for an optional where older archives may lack the field.")
  }

  /// Sets the field of a name to a value.
  ///
  /// - Throws: ``ArchiveError`` when the value cannot be archived.
  public mutating func encode<Value: ArchiveValue>(_ value: Value, as name: String) throws {
    self[name] = try ArchiveError.located(at: .field(name)) { try ArchiveNode(encoding: value) }
  }
}
