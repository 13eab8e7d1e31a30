public import SwiftProtobuf

/// A value that swift-protobuf encodes as a message with the same content.
public protocol ProtobufConvertible {
  associatedtype Message: SwiftProtobuf.Message

  /// The content as a message.
  var message: Message { get }

  /// Creates the value of a message. Numbers out of range end the program.
  init(_ message: Message)
}
