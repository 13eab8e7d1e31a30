internal import CRuntime

/// The function of a type that tells whether an optional of it is `nil`, without copying the content: its value witness
/// `getEnumTagSinglePayload`. The table of witnesses is before the address point of the type's metadata; see the Swift
/// ABI, "Value Witness Table".
///
/// ``isKnown`` checks once that the table is there and the function tells `nil` from values; if not, optionals are asked
/// themselves, which copies and destroys them.
@safe
struct PresenceWitness {
  private let metadata: UnsafeRawPointer
  private let function: UnsafeRawPointer

  /// The offsets of the function, and of the size and stride, which are checked.
  private static let (functionOffset, sizeOffset, strideOffset) = (48, 64, 72)

  /// Returns `nil` if the table is not the one of the type, and if addresses of functions are signed.
  init?<Wrapped>(_ type: Wrapped.Type) {
    guard !ArrayFactory.areClassesSigned, MemoryLayout<Int>.size == 8 else { return nil }
    // SAFETY: a type's value is the address of its metadata, which is never freed, and the word before it is the address
    // of the table. These are the same on all platforms.
    unsafe metadata = unsafeBitCast(type as Any.Type, to: UnsafeRawPointer.self)
    let table = unsafe metadata.load(fromByteOffset: -8, as: UnsafeRawPointer.self)
    guard unsafe table.load(fromByteOffset: Self.sizeOffset, as: Int.self) == MemoryLayout<Wrapped>.size,
      unsafe table.load(fromByteOffset: Self.strideOffset, as: Int.self) == MemoryLayout<Wrapped>.stride
    else { return nil }
    unsafe function = table.load(fromByteOffset: Self.functionOffset, as: UnsafeRawPointer.self)
  }

  /// Returns whether the optional at an address is not `nil`.
  @inline(__always)
  func isPresent(_ address: UnsafeRawPointer) -> Bool {
    unsafe enum_tag_single_payload(function, address, 1, metadata) == 0
  }

  /// Whether the function of several kinds of types tells `nil` from values.
  static let isKnown: Bool =
    isRight(1) && isRight(true) && isRight("") && isRight("a string that is longer than its words")
    && isRight([Int]()) && isRight([1]) && isRight(1 as Int?) && isRight(.some(nil) as Bool??)
    && isRight(Parts(number: 0, text: "", list: [])) && isRight(Parts(number: -1, text: "text", list: [1]))
    && isRight(Flags(first: false, second: 1)) && isRight(Generic(value: "a")) && isRight(Generic(value: 0.5))

  private static func isRight<Value>(_ value: Value) -> Bool {
    guard let witness = PresenceWitness(Value.self) else { return false }
    func finds(_ optional: Value?) -> Bool {
      unsafe withUnsafePointer(to: optional) { unsafe witness.isPresent(UnsafeRawPointer($0)) }
    }
    return finds(value) && !finds(nil)
  }

  private struct Parts {
    var number: Int
    var text: String
    var list: [Int]
  }

  private struct Flags {
    var first: Bool
    var second: UInt32
  }

  private struct Generic<Value> {
    var value: Value
  }
}
