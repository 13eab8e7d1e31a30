import CMeasuring
import Foundation

extension Contender {
  /// The upper limit: copies the bytes of another contender, to memory in use and to memory that is allocated and
  /// freed.
  static func memcpy(_ dataset: Dataset<Value>, bytesOf other: Contender) throws -> Contender {
    let bytes = try other.encode()
    let copy = malloc(bytes.count)!
    let result = Data(bytesNoCopy: copy, count: bytes.count, deallocator: .free)
    return Contender(peer: .memcpy) {
      bytes.withUnsafeBytes { copy.copyMemory(from: $0.baseAddress!, byteCount: $0.count) }
      measuring_keep(copy)
      return result
    } decode: {
      $0.withUnsafeBytes { bytes in
        let memory = malloc(bytes.count)!
        memory.copyMemory(from: bytes.baseAddress!, byteCount: bytes.count)
        measuring_keep(memory)
        free(memory)
      }
    } value: {
      guard $0 == bytes else { throw CocoaError(.coderReadCorrupt) }
      return dataset.value
    }
  }
}
