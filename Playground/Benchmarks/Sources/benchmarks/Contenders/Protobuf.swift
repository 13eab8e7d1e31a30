import ProtobufMessages
import SwiftProtobuf

extension Contender where Value: ProtobufConvertible {
  /// Converts from and to the values themselves, so the time includes creating messages.
  static func protobuf(_ dataset: Dataset<Value>) -> Contender {
    Contender(.protobuf, dataset.value) {
      try $0.message.serializedData()
    } decode: {
      Value(try Value.Message(serializedBytes: $0))
    }
  }
}
