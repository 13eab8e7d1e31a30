import CMeasuring
import Foundation

/// A coder that converts values to bytes and back.
struct Contender<Value> {
  let peer: Peer
  /// The timed work. A contender that needs its values in another form converts them beforehand.
  let encode: () throws -> Data
  let decode: (Data) throws -> Void
  /// Decodes the value for the comparison, outside the timer.
  let value: (Data) throws -> Value
}

extension Contender {
  /// Creates a contender that encodes the values as they are.
  init(
    _ peer: Peer, _ value: Value, encode: @escaping (Value) throws -> Data,
    decode: @escaping (Data) throws -> Value
  ) {
    self.init(
      peer: peer, encode: { try encode(value) }, decode: { blackHole(try decode($0)) }, value: decode)
  }
}

/// Keeps the optimizer from removing the work that produces a value.
@inline(never)
func blackHole<Value>(_ value: Value) {
  withUnsafePointer(to: value) { measuring_keep($0) }
}
