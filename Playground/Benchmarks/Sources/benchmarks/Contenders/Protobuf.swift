import ProtobufMessages
import SwiftProtobuf

extension Contender where Value: ProtobufConvertible {
  /// From and to the values themselves, so the making of messages counts.
  static func protobuf(_ dataset: Dataset<Value>) -> Contender {
    Contender(.protobuf, dataset.value) {
      try $0.message.serializedData()
    } decode: {
      Value(try Value.Message(serializedBytes: $0))
    }
  }
}
