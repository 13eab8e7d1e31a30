import ArchiveDocuments
import ArchiveTestSupport
import ColumnArchives
import FastCoding
import Foundation
import StructCoding

/// A type whose values are read from inputs. The first byte of an input chooses it.
struct Model: Sendable {
  /// Sound bytes on a road.
  let seeds: @Sendable (Road) throws -> [Data]
  /// Reads bytes on a road: what comes of them survives on all roads, or is an ``ArchiveError``.
  let read: @Sendable (Road, Data) throws -> Void

  /// The ways of bytes to a value.
  enum Road: Sendable {
    case columns, incompleteColumns, columnNodes, keyed, xml, keyedNodes, fastCoding, bootstrap
  }

  init<Value: ArchiveValue & Sendable>(
    _ samples: [Value], release: @escaping @Sendable (Value) -> Void = { _ in }
  ) {
    self.init(samples: { samples }, release: release)
  }

  /// Values of one version of a type, read as another version.
  init<Value: ArchiveValue & SendableMetatype, Sample: ArchiveValue & Sendable>(
    reading: Value.Type, _ samples: [Sample]
  ) {
    self.init(samples: { samples }, reading: Value.self, release: { _ in }, releaseSample: { _ in })
  }

  init<Value: ArchiveValue & SendableMetatype>(
    samples: @escaping @Sendable () -> [Value], release: @escaping @Sendable (Value) -> Void
  ) {
    self.init(samples: samples, reading: Value.self, release: release, releaseSample: release)
  }

  private init<Value: ArchiveValue & SendableMetatype, Sample: ArchiveValue & SendableMetatype>(
    samples: @escaping @Sendable () -> [Sample], reading: Value.Type,
    release: @escaping @Sendable (Value) -> Void, releaseSample: @escaping @Sendable (Sample) -> Void
  ) {
    seeds = { road in
      try samples().map { value in
        defer { releaseSample(value) }
        return try road.bytes(of: value)
      }
    }
    read = { road, data in
      let value: Value
      do {
        value = try road.value(Value.self, from: data)
      } catch is ArchiveError {
        return
      }
      defer { release(value) }
      // A circle of instances to which only an unowned reference leads can be read, as it holds itself. It cannot be
      // written, as nothing that is archived holds it.
      if Value.self is any ArchivableObject.Type, try attempt({ try ColumnArchive.encode(value) }) == nil {
        return
      }
      let node = try ArchiveNode(encoding: value)
      guard case .graph(let graph) = node, graph.objects.contains(.null) else {
        return try survives(value, release)
      }
      // Nor does it hold a circle to which only a weak reference leads. An archive still has a number for the instance,
      // which one of the decoded value does not have.
      let held = try node.decode(Value.self)
      defer { release(held) }
      try survives(held, release)
    }
  }
}

extension Model {
  /// Chooses a model by the first byte, and reads the others.
  static func read(_ input: Data, of models: [Model], on road: Road) throws {
    guard let first = input.first else { return }
    try models[Int(first) % models.count].read(road, input.dropFirst())
  }

  /// The sound inputs for that.
  static func seeds(_ models: [Model], _ road: Road) throws -> [Data] {
    try models.enumerated().flatMap { number, model in
      try model.seeds(road).map { Data([UInt8(number)]) + $0 }
    }
  }
}

extension Model.Road {
  /// What is decoded of an input is so small that each takes little time.
  static let limits = ArchiveLimits(maximumDecodedSize: 1 << 16)

  func bytes<Value: ArchiveValue>(of value: Value) throws -> Data {
    switch self {
    case .columns, .columnNodes: try ColumnArchive.encode(value)
    case .incompleteColumns: try ColumnArchive.encode(value, options: .init(batchSize: 2))
    case .keyed, .keyedNodes: try KeyedArchive.encode(value)
    case .xml: try KeyedArchive.encode(value, options: .init(outputFormat: .xml))
    case .fastCoding: try FastCodingArchive.encode(value)
    case .bootstrap: try ArchiveNode(encoding: value).jsonData(isPretty: false)
    }
  }

  func value<Value: ArchiveValue>(_ type: Value.Type, from data: Data) throws -> Value {
    let (limits, columns) = (
      Self.limits,
      // Without checksums, changed bytes get to the code behind them.
      ColumnArchive.DecodingOptions(
        limits: Self.limits, verifiesChecksums: false, readsIncompleteFiles: self == .incompleteColumns)
    )
    return switch self {
    case .columns, .incompleteColumns: try ColumnArchive.decode(type, from: data, options: columns)
    case .columnNodes: try ColumnArchive(data, options: columns).node().decode(type, limits: limits)
    case .keyed, .xml: try KeyedArchive.decode(type, from: data, options: .init(limits: limits))
    case .keyedNodes:
      try KeyedArchive(data, options: .init(limits: limits)).node().decode(type, limits: limits)
    case .fastCoding: try FastCodingArchive.decode(type, from: data, options: .init(limits: limits))
    case .bootstrap: try ArchiveBootstrap.decode(type, from: data, limits: limits)
    }
  }
}

/// A value that damaged bytes gave is one like others: in each format, it comes back as what gives the same bytes.
///
/// Of 64 KiB of decoded content, no format makes more than a MiB: whatever is larger was not charged.
func survives<Value: ArchiveValue>(_ value: Value, _ release: (Value) -> Void = { _ in }) throws {
  let columns = try ColumnArchive.encode(value)
  func check(_ name: String, size: Int) throws {
    if size > 1 << 20 { throw Finding("\(name): \(size) bytes as \(brief(value))") }
  }
  try check("columns", size: columns.count)
  func check(_ name: String, _ back: Value) throws {
    defer { release(back) }
    guard try ColumnArchive.encode(back) == columns else {
      throw Finding("\(name): \(brief(value)) came back as \(brief(back))")
    }
  }
  let ofColumns = try ColumnArchive.decode(Value.self, from: columns)
  let node = try ArchiveNode(encoding: value)
  // What one writer loses each time is seen by another writer only. Nodes and keyed archives share one.
  let keyed = try KeyedArchive.encode(value)
  let isSame =
    try keyed == KeyedArchive.encode(ofColumns)
    && node.hasSameContent(as: ArchiveNode(encoding: ofColumns))
  try check("columns", ofColumns)
  guard isSame else { throw Finding("columns: \(brief(node)) came back as another value") }
  try check("keyed", size: keyed.count)
  try check("keyed", KeyedArchive.decode(Value.self, from: keyed))
  try check("nodes", node.decode(Value.self))
  // One of the longer ways, which the bytes choose.
  switch columns.last.map({ $0 & 3 }) {
  case 0: try check("nodes of columns", ColumnArchive(columns).node().decode(Value.self))
  case 1: try check("nodes of a keyed archive", KeyedArchive(keyed).node().decode(Value.self))
  case 2: try check("JSON", ArchiveNode(json: node.jsonData(isPretty: false)).decode(Value.self))
  default:
    // It has no words for some strings.
    guard let file = try attempt({ try FastCodingArchive.encode(value) }) else { return }
    try check("FastCoding", FastCodingArchive.decode(Value.self, from: file))
  }
}

/// Returns what comes of bytes, or `nil` if they are refused. Every other error is a finding.
@discardableResult
func attempt<Result>(_ body: () throws -> Result) throws -> Result? {
  do { return try body() } catch is ArchiveError { return nil }
}

/// The beginning of a description.
func brief(_ value: Any) -> String { String(String(describing: value).prefix(2000)) }
