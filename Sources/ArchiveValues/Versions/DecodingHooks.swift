internal import Foundation

/// The hooks that a reader calls on decoded records of one type, looked up once per type, not once per record.
@safe
package struct DecodingHooks {
  // Safe: this type only stores the closure. Each call is marked as unsafe, and passes the address of a value of the
  // type.
  /// Calls ``AwakesAfterDecoding/awakeAfterDecoding()`` on the value at an address; `nil` if the type does not have the
  /// method.
  package let awake: (@Sendable (UnsafeMutableRawPointer) throws -> Void)?
  /// Whether the type has the method.
  package var awakes: Bool { unsafe awake != nil }
  /// Whether the type is ``ArchiveUpgradable`` and has older versions.
  package let isUpgradable: Bool

  /// Looks up the hooks of a type. `version` is the version of its schema.
  package init(_ type: any Any.Type, version: Int = 1) {
    unsafe awake = (type as? any AwakesAfterDecoding.Type).map { unsafe Self.awake(as: $0) }
    isUpgradable = version > 1 && type is any ArchiveUpgradable.Type
  }

  /// The hooks of a type without any.
  package static let none = DecodingHooks(Void.self)

  private static func awake<Record: AwakesAfterDecoding>(
    as type: Record.Type
  ) -> @Sendable (UnsafeMutableRawPointer) throws -> Void {
    // SAFETY: callers pass the hooks of a type only the address of a value of exactly that type.
    { value in try unsafe value.assumingMemoryBound(to: Record.self).pointee.awakeAfterDecoding() }
  }

  /// Awakes a value of the hooks' type.
  package func awake<Record>(_ record: inout Record) throws {
    guard let awake = unsafe awake else { return }
    try unsafe withUnsafeMutablePointer(to: &record) { try unsafe awake(UnsafeMutableRawPointer($0)) }
  }
}
