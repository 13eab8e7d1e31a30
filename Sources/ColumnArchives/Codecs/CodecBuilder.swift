internal import ArchiveBytes
internal import ArchiveValues
internal import Foundation

/// Creates the codec of a type, and the codecs of the types inside it.
///
/// A type's description of its columns is the caller's code: it may be slow, archive values itself, or wait for a
/// thread that does. So a builder belongs to one call, and no lock is held.
final class CodecBuilder {
  /// The codecs of other types that are complete.
  private let known: [ObjectIdentifier: any ColumnCodec]
  /// The codecs created so far.
  private(set) var added: [ObjectIdentifier: any ColumnCodec] = [:]
  /// The error that makes one of the types unusable.
  private var problem: ArchiveError?
  /// The types whose stored forms are being resolved, innermost last, and those among them that occur inside
  /// themselves. A record in between ends such a cycle, because its codec is created before the codecs of its fields.
  private var unfinished: [ObjectIdentifier] = []
  private var isCircular: Set<ObjectIdentifier> = []

  init(known: [ObjectIdentifier: any ColumnCodec]) { self.known = known }

  /// Returns the codec of a type.
  ///
  /// - Throws: The type's own error, if it or a type inside it reports that it cannot be archived.
  func codec<Value: ArchiveValue>(of type: Value.Type) throws -> any ColumnCodec {
    let codec = find(type)
    if let problem { throw problem }
    return codec
  }

  private func existing(_ type: Any.Type) -> (any ColumnCodec)? {
    added[ObjectIdentifier(type)] ?? known[ObjectIdentifier(type)]
  }

  private func find<Value: ArchiveValue>(_ type: Value.Type) -> any ColumnCodec {
    if let codec = existing(type) { return codec }
    let memory = ValueMemory(type)
    let codec: any ColumnCodec =
      switch ArchiveColumn(of: type) {
      case .bool: LeafCodec.numbers(memory, .bool)
      case .integer(_, let isSigned): LeafCodec.numbers(memory, isSigned ? .signed : .unsigned)
      case .float: LeafCodec.numbers(memory, .float)
      case .double: LeafCodec.numbers(memory, .double)
      // The seconds since 2001 are the whole memory of a date: `PresenceTests` checks this.
      case .date: LeafCodec.numbers(memory, .date)
      case .string: LeafCodec.strings(memory)
      case .data: LeafCodec.data(memory)
      case .bytes: LeafCodec.bytes(memory)
      case .optional(let wrapped): OptionalCodec(wrapped, find(wrapped))
      case .array(let element): ListCodec(element, find(element), role: .array)
      case .stored(let form): stored(type, form, memory)
      case .tree, .instance: TreeCodec(type)
      case .parts(let parts): tuple(parts, memory)
      case .record(let record): make(record: record)
      }
    // If the form of a type contains the type itself, the table already has its codec.
    let kept = existing(type) ?? codec
    added[ObjectIdentifier(type)] = kept
    return kept
  }

  /// Keeps the codec of a type before the codecs of its fields are created, because they may contain the type.
  private func keep(_ codec: any ColumnCodec) { added[ObjectIdentifier(codec.memory.type)] = codec }

  private func tuple(_ parts: [ArchiveColumn.Part], _ memory: ValueMemory) -> any ColumnCodec {
    let codec = RecordCodec(partsOf: memory)
    keep(codec)
    codec.complete(
      fields: parts.map {
        unsafe RecordCodec.Field(name: $0.name, codec: find($0.type), offset: $0.offset)
      }, fillsMemory: true)
    return codec
  }

  /// Returns the codec of a type that is stored as another type. If the other type contains the type itself, as
  /// `[Self]` does, values are stored as trees, because a schema of such columns would be infinite.
  private func stored<Value: ArchiveValue>(
    _ type: Value.Type, _ form: ArchiveColumn.StoredForm, _ memory: ValueMemory
  ) -> any ColumnCodec {
    let own = ObjectIdentifier(type)
    if let first = unfinished.firstIndex(of: own) {
      isCircular.formUnion(unfinished[first...])
      return TreeCodec(type)
    }
    unfinished.append(own)
    defer { unfinished.removeLast() }
    // Sets and dictionaries are stored as arrays of another kind.
    let codec: any ColumnCodec
    if form.role != .array, case .array(let element) = ArchiveColumn(of: form.type) {
      codec = ListCodec(element, find(element), role: form.role)
    } else {
      codec = find(form.type)
    }
    if isCircular.remove(own) != nil { return TreeCodec(type) }
    let hasFields = type is any (ArchiveRecord & RawRepresentable).Type && !(codec is RecordCodec)
    return StoredCodec(memory, form, codec, hasFields: hasFields)
  }

  private func make<Record: ArchiveRecord>(record type: Record.Type) -> any ColumnCodec {
    let outer = unfinished
    defer { unfinished = outer }
    unfinished = []
    let description = ColumnDescription(of: type)
    let schema = Record.archiveSchema
    if problem == nil, let found = description.problem {
      let fields = schema.cases.first?.fields ?? []
      problem =
        fields.indices.contains(found.position)
        ? found.error.prefixed(.field(fields[found.position])) : found.error
    }
    // Columns cannot have two names that Swift calls equal. Trees can.
    let areDistinct = ([schema.cases.map(\.name)] + schema.cases.map(\.fields)).allSatisfy {
      Set($0).count == $0.count
    }
    if description.isEmpty || !areDistinct { return TreeCodec(type) }
    if schema.isEnumeration {
      let cases = description.cases
      guard cases.map(\.position) == Array(schema.cases.indices),
        zip(cases, schema.cases).allSatisfy({ $0.payloads.count == $1.fields.count })
      else { return TreeCodec(type) }
      let codec = CaseCodec(type, cases)
      keep(codec)
      codec.complete(
        zip(cases, schema.cases).map { described, named in
          described.payloads.enumerated().map { position, type in
            let name = named.fields[position]
            return unsafe RecordCodec.Field(
              name: name, formerNames: named.formerFields[name] ?? [], codec: find(type), position: position)
          }
        })
      return codec
    }
    let codec = RecordCodec(type)
    keep(codec)
    let names = schema.cases[0].fields
    let positions = description.fields.map(\.position) + description.omitted
    precondition(
      positions.sorted() == Array(names.indices),
      "the table of \(type) has the fields \(positions.sorted()) of \(names.count): all are needed, once"
    )
    codec.complete(
      fields: description.fields.compactMap { field in
        let names = field.names(in: schema.cases[0])
        return names.first.map { name in
          unsafe RecordCodec.Field(
            name: name, formerNames: Array(names.dropFirst()), codec: find(field.type), offset: field.offset,
            read: field.read, position: field.position, isolatesFailures: field.isolatesFailures)
        }
      }, fillsMemory: description.fillsMemory)
    return codec
  }
}
