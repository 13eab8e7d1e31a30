internal import ArchiveBytes
internal import ArchiveValues

// What is stored as an instance, and read as a value: nodes have an identity that structs and collections have not.
extension InstanceReader {
  /// Calls `body` with the decoder at the fields of an instance, or at the value, and with its shape.
  func withValue<Result>(_ number: Int, _ body: (TreeDecoder, Shape) throws -> Result) throws -> Result? {
    guard let shape = try shape(number) else { return nil }
    guard openValues.insert(number).inserted else {
      throw ArchiveError(
        .cycle, expected: "a value", found: "one that contains itself", offset: try bytes(of: number).offset,
        advice: "Only instances of classes can contain themselves.")
    }
    defer { openValues.remove(number) }
    // Whoever refers to the value reads all of it again.
    let bytes = try bytes(of: number)
    try context.charge(WorkCost.run + bytes.remaining + shape.cost)
    return try decoder.at(bytes) { try body($0, shape) }
  }
}

extension TreeDecoder {
  /// Reads the field of an instance that failed as a tree of its type: archives that were written from nodes may have it
  /// in another form.
  ///
  /// - Returns: `nil` when it has none; then the first error counts.
  @inline(never)
  func decodeOtherForm<Value: ArchiveValue>(at position: Int, after error: any Error) -> Value? {
    guard let code = ((error as? RowError)?.error ?? error as? ArchiveError)?.code,
      code == .typeMismatch || code == .classMismatch, !context.readsOtherForm,
      (try? context.charge(WorkCost.failure)) != nil
    else { return nil }
    context.readsOtherForm = true
    let (outer, binding) = unsafe (cursor, binding)
    defer {
      unsafe (cursor, self.binding) = (outer, binding)
      context.readsOtherForm = false
    }
    guard (try? move(to: position)) == true else { return nil }
    unsafe self.binding = nil
    guard let node = try? decodeTree(), let value = try? context.decode(Value.self, from: node) else {
      return nil
    }
    fields.advance(to: cursor)
    return value
  }

  /// Reads a value where the tag of an instance is: what was shared before.
  ///
  /// - Parameter read: Reads the value of a tree.
  func decodeShared<Result>(
    _ tag: TreeTag, else error: @autoclosure () -> ArchiveError, _ read: (TreeDecoder) throws -> Result
  ) throws -> Result {
    guard tag == .instance, let instances = context.instances else { throw error() }
    let number = try cursor.readCount()
    let value = try instances.withValue(number) { decoder, shape -> Result? in
      guard shape.isOfValue else { return nil }
      let value = try read(decoder)
      try decoder.checkEnd()
      return value
    }
    guard let value, let value else { throw error() }
    return value
  }

  /// Reads a struct where the tag of an instance is.
  func decodeSharedRecord<Record: ArchiveRecord>(
    of type: Record.Type, _ tag: TreeTag, else error: @autoclosure () -> ArchiveError
  ) throws -> Record {
    guard tag == .instance, let instances = context.instances else { throw error() }
    let number = try cursor.readCount()
    let value = try instances.withValue(number) { decoder, shape -> Record? in
      if shape.isOfValue {
        let value = try decoder.decodeRecord(of: type)
        try decoder.checkEnd()
        return value
      }
      guard !Record.archiveSchema.isEnumeration else { return nil }
      var (fields, order) = ([String: ByteCursor](), [String]())
      for name in shape.fieldNames {
        if fields.updateValue(try decoder.readPart(), forKey: name) == nil { order.append(name) }
      }
      try decoder.checkEnd()
      return try decoder.makeRecord(of: type, className: shape.className, caseName: "", fields, order: order)
    }
    guard let value, let value else { throw error() }
    return value
  }
}
