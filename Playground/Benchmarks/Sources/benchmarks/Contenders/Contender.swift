import CMeasuring
import Foundation

/// One way to make bytes of a value and the value of bytes.
struct Contender<Value> {
  let peer: Peer
  /// What is timed. A contender that needs its values in another form makes that form beforehand.
  let encode: () throws -> Data
  let decode: (Data) throws -> Void
  /// What is compared, outside the timer.
  let value: (Data) throws -> Value
}

extension Contender {
  /// A contender that encodes the values as they are.
  init(
    _ peer: Peer, _ value: Value, encode: @escaping (Value) throws -> Data,
    decode: @escaping (Data) throws -> Value
  ) {
    self.init(
      peer: peer, encode: { try encode(value) }, decode: { blackHole(try decode($0)) }, value: decode)
  }
}

/// Keeps the optimiser from leaving out what makes a value.
@inline(never)
func blackHole<Value>(_ value: Value) {
  withUnsafePointer(to: value) { measuring_keep($0) }
}
