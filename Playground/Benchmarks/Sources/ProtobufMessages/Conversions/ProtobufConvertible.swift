public import SwiftProtobuf

/// A value that swift-protobuf encodes by way of a message of the same content.
public protocol ProtobufConvertible {
  associatedtype Message: SwiftProtobuf.Message

  /// The content as a message.
  var message: Message { get }

  /// The value of a message. Numbers out of range end the program.
  init(_ message: Message)
}
