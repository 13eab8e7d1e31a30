internal import ArchiveBytes
internal import ArchiveValues

/// References to class instances: a column of their numbers.
@safe
final class InstanceCodec: ColumnCodec {
  // Safe: it only holds the closures. Each call of one is marked as unsafe.
  let memory: ValueMemory
  private let number: (UnsafeRawPointer, BatchNodes) throws -> Int
  fileprivate let make: (UnsafeMutableRawPointer, Int, InstanceReader) throws -> Void

  init<Object: ArchivableObject>(_ type: Object.Type) {
    // SAFETY: the codec passes addresses of values of the type, or of memory for them.
    unsafe number = { address, nodes in
      try nodes.number(of: unsafe address.assumingMemoryBound(to: Object.self).pointee)
    }
    unsafe make = { address, number, reader in
      let object: Object = try reader.instance(number, of: Object.self)
      unsafe address.initializeMemory(as: Object.self, to: object)
    }
    memory = ValueMemory(type)
  }

  // Initialisers of the class are called.
  var isReadingNoticed: Bool { true }

  func describe(in schema: inout SchemaBuilder) -> Int { schema.add(SchemaNode(kind: .instance)) }

  func readsNodes(of kind: ColumnKind) -> Bool { kind == .record || kind == .rawRecord }

  func encode(_ rows: Rows, to writer: ColumnWriter) throws {
    let nodes = writer.nodes
    var numbers: [UInt] = []
    numbers.reserveCapacity(rows.count)
    try rows.visit { row, address in
      do {
        numbers.append(UInt(try unsafe number(address, nodes)))
      } catch {
        throw RowError(row: row, wrapping: error)
      }
    }
    unsafe numbers.withUnsafeBufferPointer { unsafe writer.output.append($0) }
  }

  // Instances are handed over once all are complete.
  var callsHook: Bool { false }

  func step(at node: Int, in plan: PlanBuilder) -> any ReadStep {
    guard plan.schema[node].kind == .instance else {
      return plan.mismatch(node, expected: ColumnKind.instance.description)
    }
    return InstanceStep(self, isHashing: plan.isHashing)
  }
}

/// Reads references to instances.
private final class InstanceStep: ReadStep {
  private let codec: InstanceCodec
  private let isHashing: Bool

  init(_ codec: InstanceCodec, isHashing: Bool) { (self.codec, self.isHashing) = (codec, isHashing) }

  func run(_ column: Column, into place: Place, count: Int, in context: ReadContext) throws {
    let column = try column.cast(to: InstanceColumn.self, in: context)
    var (done, failure) = (0, (any Error)?.none)
    column.visit(count) { number in
      guard failure == nil else { return }
      do {
        guard let instances = context.instances else {
          if context.readsWholeBatches { throw context.malformed("the instances of a batch", "none") }
          throw ArchiveError(
            .unsupported, expected: "values stored in columns", found: "instances of a class",
            advice: "A path ends at an instance: read whole elements, and continue from there.")
        }
        if isHashing { try instances.chargeHashing(number) }
        try unsafe codec.make(place.row(done).base, number, instances)
        done += 1
      } catch {
        failure = error
      }
    }
    if let failure {
      codec.memory.destroy(place, done)
      throw RowError(row: done, wrapping: failure)
    }
  }
}
