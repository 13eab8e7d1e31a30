import ArchiveDocuments
import ColumnArchives
import Foundation
import StructCoding

/// The ways that a value can take through an archive.
public enum Road: CaseIterable, Sendable {
  case keyed, xml, column, smallBatches, columnByName, columnTree, node, keyedNode, columnNode

  /// The value that comes of another at the end of the way, which may be of another type.
  public func carry<Value: ArchiveValue, Result: ArchiveValue>(_ value: Value, to type: Result.Type) throws
    -> Result
  {
    if self == .node { return try ArchiveNode(encoding: value).decode(type) }
    return try read(type, from: archive(value))
  }

  /// The archive on the way. That of `node` is none; it is the keyed one here.
  public func archive<Value: ArchiveValue>(_ value: Value) throws -> Data {
    switch self {
    case .keyed, .node, .keyedNode: try KeyedArchive.encode(value)
    case .xml: try KeyedArchive.encode(value, options: .init(outputFormat: .xml))
    case .column, .columnNode: try ColumnArchive.encode(value)
    case .smallBatches: try ColumnArchive.encode(value, options: .init(batchSize: 2))
    // One more column, so that the two schemas are not the same.
    case .columnByName: try ColumnArchive.encode(Wrapper(value: value))
    case .columnTree: try ColumnArchive.encode(AsTree(value: value))
    }
  }

  /// The value at the end of the way from an archive on it.
  /// - Parameter verifies: Whether damaged bytes of column archives are an error by their checksums alone.
  public func read<Result: ArchiveValue>(
    _ type: Result.Type, from archive: Data, verifies: Bool = true
  ) throws -> Result {
    let options = ColumnArchive.DecodingOptions(verifiesChecksums: verifies)
    return switch self {
    case .keyed, .xml: try KeyedArchive.decode(type, from: archive)
    case .column, .smallBatches: try ColumnArchive.decode(type, from: archive, options: options)
    case .columnByName:
      try ColumnArchive.decode(PlainWrapper<Result>.self, from: archive, options: options).value
    case .columnTree: try ColumnArchive.decode(AsTree<Result>.self, from: archive, options: options).value
    case .node, .keyedNode: try KeyedArchive(archive).node().decode(type)
    case .columnNode: try ColumnArchive(archive, options: options).node().decode(type)
    }
  }

  /// What errors have before the path in the value.
  public func path(_ path: String) -> String {
    guard self == .columnByName else { return path }
    return path.isEmpty || path.hasPrefix("[") ? "value\(path)" : "value.\(path)"
  }
}

/// A value that is stored as a tree, in a column archive as well.
public struct AsTree<Value: ArchiveValue>: ArchiveValue {
  public var value: Value
  public init(value: Value) { self.value = value }
  public func encodeValue(to encoder: inout some ValueEncoder) throws { try value.encodeValue(to: &encoder) }
  public static func decodeValue(from decoder: inout some ValueDecoder) throws -> AsTree {
    AsTree(value: try Value.decodeValue(from: &decoder))
  }
  public static var _isNilStorable: Bool { Value._isNilStorable }
}

/// A value among others.
@Archivable(className: "Test_Wrapper")
public struct Wrapper<Value: ArchiveValue> {
  public var value: Value
  public var more = "more"
}

/// What a program without the other field has of it.
@Archivable(className: "Test_Wrapper")
public struct PlainWrapper<Value: ArchiveValue> {
  public var value: Value
}
