internal import ArchiveBytes
internal import ArchiveNodes
internal import ArchiveValues
internal import Foundation
internal import KeyedArchives

/// Writes nodes as the columns of their shape.
struct NodeColumns {
  let writer: ColumnWriter

  /// Writes the columns of at least one node; all nodes must have the shape.
  func write(_ nodes: [ArchiveNode], as shape: NodeShape) throws {
    try writer.column { try writeContent(of: nodes, as: shape) }
  }

  private func writeContent(of nodes: [ArchiveNode], as shape: NodeShape) throws {
    switch shape {
    case .bool: try write(nodes.compactMap(\.heldBool))
    case .signed: try write(nodes.compactMap(\.heldInteger))
    case .unsigned: try write(nodes.compactMap(\.heldUnsigned))
    case .float: try write(nodes.compactMap(\.heldFloat))
    case .double: try write(nodes.compactMap(\.heldDouble))
    case .date: try write(nodes.compactMap(\.heldDate))
    case .string: try write(nodes.compactMap(\.heldString))
    case .data: try write(nodes.compactMap(\.heldData))
    case .tree: try writeTrees(nodes)
    case .optional(let shape):
      let flags: [UInt8] = nodes.map { $0.holdsNull ? 0 : 1 }
      let present = nodes.filter { !$0.holdsNull }
      unsafe flags.withUnsafeBufferPointer { unsafe writer.output.append(bits: $0, sum: present.count) }
      try writeNested(present, as: shape)
    case .array(let shape): try writeList(nodes.compactMap(\.heldArray), of: shape)
    case .set(let shape): try writeList(nodes.compactMap(\.heldSet), of: shape)
    case .dictionary(let key, let value):
      let lists = nodes.compactMap(\.heldEntries)
      let entries = lists.flatMap { $0 }
      write(lengths: lists.map { UInt($0.count) }, total: entries.count)
      guard !entries.isEmpty else { return }
      try writer.column {
        try writeNested(entries.map(\.key), as: key)
        try writeNested(entries.map(\.value), as: value)
      }
    case .record(let record): try write(nodes.compactMap(\.fields), as: record)
    case .cases(let cases): try write(nodes.compactMap(\.fields), as: cases)
    }
  }

  private func writeNested(_ nodes: [ArchiveNode], as shape: NodeShape) throws {
    guard !nodes.isEmpty else { return }
    try writer.nested { try write(nodes, as: shape) }
  }

  // MARK: Values

  private func write<Value: ArchiveValue>(_ values: [Value]) throws {
    let codec = try CodecTable.shared.codec(of: Value.self)
    try unsafe values.withUnsafeBytes { values in
      guard let base = values.baseAddress else { return }
      let stride = MemoryLayout<Value>.stride
      try unsafe Rows.with(base, stride: stride, count: values.count / stride) {
        try codec.encode($0, to: writer)
      }
    }
  }

  private func writeTrees(_ nodes: [ArchiveNode]) throws {
    try writer.writeTrees { list in
      for (row, node) in nodes.enumerated() {
        do {
          try list.add(node)
        } catch {
          throw RowError(row: row, wrapping: error)
        }
      }
    }
  }

  // MARK: Parts

  private func write(lengths: [UInt], total: Int) {
    unsafe lengths.withUnsafeBufferPointer { unsafe writer.output.append($0) }
    writer.output.append(varint: UInt64(total))
  }

  private func writeList(_ lists: [[ArchiveNode]], of shape: NodeShape) throws {
    let elements = lists.flatMap { $0 }
    write(lengths: lists.map { UInt($0.count) }, total: elements.count)
    try RowError.mapping {
      try writeNested(elements, as: shape)
    } _: { failure in
      // The error of an element becomes one of its list.
      guard var position = failure.row else { return }
      for (row, list) in lists.enumerated() {
        if position < list.count {
          failure.row = row
          failure.error = failure.error.prefixed(.index(position))
          return
        }
        position -= list.count
      }
    }
  }

  private func write(_ records: [ArchiveNode.Fields], as shape: NodeShape.Members) throws {
    for (position, name) in shape.names.enumerated() {
      let nodes = records.map { $0.node(named: name, near: position) ?? .null }
      try RowError.mapping {
        try write(nodes, as: shape.shapes[position])
      } _: { failure in
        failure.error = failure.error.prefixed(.field(name))
      }
    }
    if shape.hasVersion { try writer.column { try write(records.map { Int64($0.version) }) } }
  }

  private func write(_ records: [ArchiveNode.Fields], as cases: [(name: String, record: NodeShape.Members)])
    throws
  {
    let positions = Dictionary(uniqueKeysWithValues: cases.enumerated().map { (ExactName($1.name), $0) })
    let numbers = records.map { UInt32(positions[ExactName($0.caseName ?? "")] ?? 0) }
    unsafe numbers.withUnsafeBufferPointer { unsafe writer.output.append($0) }
    for (number, (_, shape)) in cases.enumerated() where !shape.names.isEmpty {
      let own = zip(records, numbers).filter { $1 == number }.map(\.0)
      writer.output.append(varint: UInt64(own.count))
      guard !own.isEmpty else { continue }
      try RowError.mapping {
        try writer.nested { try write(own, as: shape) }
      } _: { failure in
        // The row among the values of a case becomes the row among all values.
        guard let row = failure.row else { return }
        failure.row = numbers.indices.filter { numbers[$0] == number }[row]
      }
    }
  }
}
