internal import ArchiveBytes
internal import ArchiveValues
internal import PropertyLists

extension ObjectTableReader: FieldDecoder {
  func hasField(at position: Int) -> Bool {
    guard scope.kind == .record else { return position < scope.count }
    return slots[scope.slotBase + position] >= 0
  }

  /// Moves to the part at `position`; returns `false` if it is a field that the archive lacks.
  @inline(__always)
  mutating func move(toPart position: Int) throws -> Bool {
    switch scope.kind {
    case .record:
      let slot = Int(slots[scope.slotBase &+ position])
      if slot < 0 { return false }
      try move(to: plist.reference(at: scope.start &+ slot &* plist.referenceSize))
    case .elements:
      precondition(position >= 0 && position < scope.count)
      // A dictionary's keys come first. Its values are in another array of the same length.
      if scope.secondStart > 0, position >= scope.count / 2 {
        let value = position &- scope.count / 2
        try move(to: plist.reference(at: scope.secondStart &+ value &* plist.referenceSize))
      } else {
        try move(to: plist.reference(at: scope.start &+ position &* plist.referenceSize))
      }
    case .loose:
      precondition(position >= 0 && position < scope.count)
      try move(to: looseReferences[scope.slotBase + position])
    case .root:
      preconditionFailure("there are no parts at the root")
    }
    return true
  }

  mutating func decode<Value: ArchiveValue>(at position: Int) throws -> Value {
    let saved = place
    do {
      guard try move(toPart: position) else { return try absent(position) }
      let value = try Value.decodeValue(from: &self)
      place = saved
      return value
    } catch {
      place = saved
      throw located(error, at: position)
    }
  }

  @inline(never)
  private mutating func located(_ error: any Error, at position: Int) -> any Error {
    var error = ArchiveError.wrapping(error)
    // Creating an error takes more time than most values, and a policy may swallow the error of a shared record many
    // times.
    budget &-= error.path.isEmpty ? error.size : 64
    if budget < 0, error.isOfOneValue { error = ArchiveError.wrapping(overBudget()) }
    switch scope.kind {
    case .record: return error.prefixed(.field(fieldName(position)))
    case .elements where scope.secondStart > 0, .loose where scope.secondStart > 0: return error
    case .elements, .loose: return error.prefixed(.index(position))
    case .root: return error
    }
  }

  func fieldName(_ position: Int) -> String {
    types[scope.type].schema.cases[scope.caseIndex].fields[scope.firstField + position]
  }

  /// Returns the value of a field that the archive lacks.
  @inline(never)
  private mutating func absent<Value: ArchiveValue>(_ position: Int) throws -> Value {
    guard let value = Value.valueWhenAbsent else { throw missing(position) }
    return value
  }

  /// Returns the error for a field that the archive lacks. It suggests the nearest key, which requires searching all
  /// keys.
  @inline(never)
  private mutating func missing(_ position: Int) -> any Error {
    let known = types[scope.type].schema.cases[scope.caseIndex].fields
    let name = fieldName(position)
    do {
      let names = try openDictionary().shape.names
      try charge(64 &* (1 &+ names.count))
      let others = names.filter { !$0.hasPrefix("$") && !known.contains($0) }
      try charge(others.reduce(0) { $0 &+ nearestNameWork(from: name, to: $1) })
      return ArchiveError.missingField(name, among: others, offset: place.offset)
    } catch {
      return error
    }
  }

  mutating func decodeCase() throws -> Int {
    let name: String
    if scope.kind == .record {
      let saved = place
      guard let position = plans[scope.plan].cases?.position, position >= 0 else { throw missingCase() }
      try move(to: plist.reference(at: scope.start + position * plist.referenceSize))
      do { name = try decodeString() } catch {
        place = saved
        throw error
      }
      place = saved
    } else {
      name = try decodeString()
    }
    guard let index = types[scope.type].caseIndex(named: name) else {
      throw unknownCase(name)
    }
    if scope.kind == .record {
      scope.slotBase = try slotBase(ofCase: index, type: scope.type, plan: scope.plan)
      scope.caseIndex = index
    } else if !types[scope.type].schema.cases[index].fields.isEmpty {
      throw caseWithoutValues(name)
    }
    return index
  }

  @inline(never)
  private func missingCase() -> any Error {
    failure(
      .missingField, expected: "the name of a case under “\(ArchiveSchema.caseKey)”",
      found: "an object without it")
  }

  @inline(never)
  private func unknownCase(_ name: String) -> any Error {
    let names = types[scope.type].schema.cases.map(\.name).joined(separator: ", ")
    return failure(
      .invalidValue, expected: "one of the cases \(names)", found: "the case “\(name)”",
      advice: "The archive may come from a newer version of the type.")
  }

  @inline(never)
  private func caseWithoutValues(_ name: String) -> any Error {
    failure(
      .malformed, expected: "the associated values of the case “\(name)”", found: "its name alone")
  }
}

// Compositions: records whose fields are stored among the enclosing record's fields.
extension ObjectTableReader {
  mutating func _decodeComposition<Record: ArchiveRecord>(
    of type: Record.Type, at position: Int, isRequired: Bool
  ) throws -> Record? {
    try Record.checkComposition()
    if !hasFields(of: type, at: position) {
      if let record = try decodeWhole(of: type, at: position) { return record }
      if !isRequired { return nil }
    }
    let outer = (scope.slotBase, scope.firstField)
    defer { (scope.slotBase, scope.firstField) = outer }
    scope.slotBase += position
    scope.firstField += position
    var record = try Record(fields: &self)
    try Record.awake(&record, types[number(of: type)].hooks, firstField: fieldName(0))
    return record
  }

  /// Reads the record from a separate field, where older archives may store it.
  @inline(never)
  private mutating func decodeWhole<Record: ArchiveRecord>(of type: Record.Type, at position: Int) throws
    -> Record?
  {
    let schema = types[scope.type].schema.cases[scope.caseIndex]
    let (shape, values) = try openDictionary()
    for name in schema.compositionNames(of: type, at: scope.firstField + position) {
      guard let entry = shape.positions[name.fieldKey] else { continue }
      let saved = place
      defer { place = saved }
      return try ArchiveError.located(at: .field(name)) {
        try move(to: plist.reference(at: values + entry * plist.referenceSize))
        return try decodeNil() ? nil : _decodeRecord(of: type)
      }
    }
    return nil
  }
}
