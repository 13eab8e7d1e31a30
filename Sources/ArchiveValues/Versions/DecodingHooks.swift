internal import Foundation

/// What a reader does with decoded records of one type; found out once a type, not once a record.
package struct DecodingHooks {
  /// Calls ``AwakesAfterDecoding/awakeAfterDecoding()`` of the value of the type at an address; `nil` when the type
  /// has none.
  package let awake: (@Sendable (UnsafeMutableRawPointer) throws -> Void)?
  /// Whether the type is ``ArchiveUpgradable``, and has older versions.
  package let isUpgradable: Bool

  /// The hooks of a type; `version` is that of its schema.
  package init(_ type: any Any.Type, version: Int = 1) {
    awake = (type as? any AwakesAfterDecoding.Type).map { Self.awake(as: $0) }
    isUpgradable = version > 1 && type is any ArchiveUpgradable.Type
  }

  private init() {
    awake = nil
    isUpgradable = false
  }

  /// Those of a type that has none.
  package static let none = DecodingHooks()

  private static func awake<Record: AwakesAfterDecoding>(
    as type: Record.Type
  ) -> @Sendable (UnsafeMutableRawPointer) throws -> Void {
    // SAFETY: whoever has the hooks of a type calls them with the address of a value of just that type.
    { value in try unsafe value.assumingMemoryBound(to: Record.self).pointee.awakeAfterDecoding() }
  }

  /// Awakes a value of the type that the hooks are of.
  package func awake<Record>(_ record: inout Record) throws {
    guard let awake else { return }
    try unsafe withUnsafeMutablePointer(to: &record) { try unsafe awake(UnsafeMutableRawPointer($0)) }
  }
}

/// The hooks of the types that one reader has met.
package struct DecodingHooksTable {
  private var hooks: [ObjectIdentifier: DecodingHooks] = [:]

  package init() {}

  package subscript(type: any ArchiveRecord.Type) -> DecodingHooks {
    mutating get {
      if let known = hooks[ObjectIdentifier(type)] { return known }
      let found = DecodingHooks(type, version: type.archiveSchema.version)
      hooks[ObjectIdentifier(type)] = found
      return found
    }
  }
}
