internal import ArchiveBytes
internal import ArchiveValues

// Values that are stored as instances. Nodes have identity, while structs and collections do not.
extension InstanceReader {
  /// Calls `body` with the decoder at the fields of an instance, or at its value, and with its shape.
  func withValue<Result>(_ number: Int, _ body: (TreeDecoder, Shape) throws -> Result) throws -> Result? {
    guard let shape = try shape(number) else { return nil }
    guard openValues.insert(number).inserted else {
      throw ArchiveError(
        .cycle, expected: "a value", found: "one that contains itself", offset: try bytes(of: number).offset,
        advice: "Only instances of classes can contain themselves.")
    }
    defer { openValues.remove(number) }
    // Each reference to the value decodes all of it again.
    let bytes = try bytes(of: number)
    try context.charge(WorkCost.run + bytes.remaining + shape.cost)
    return try decoder.at(bytes) { try body($0, shape) }
  }
}

extension TreeDecoder {
  /// Reads a field of an instance again, after an error, as a tree of its type: an archive written from nodes may have
  /// it in another form.
  ///
  /// - Returns: The value, or `nil` if there is no other form. Then the first error counts.
  @inline(never)
  func decodeOtherForm<Value: ArchiveValue>(at position: Int, after error: any Error) -> Value? {
    guard let code = ((error as? RowError)?.error ?? error as? ArchiveError)?.code,
      code == .typeMismatch || code == .classMismatch, !readsOtherForm,
      (try? context.charge(WorkCost.failure)) != nil
    else { return nil }
    readsOtherForm = true
    let (outer, binding) = unsafe (cursor, binding)
    defer {
      unsafe (cursor, self.binding) = (outer, binding)
      readsOtherForm = false
    }
    guard (try? move(to: position)) == true else { return nil }
    unsafe self.binding = nil
    guard let node = try? decodeTree(), let value = try? context.decode(Value.self, from: node) else {
      return nil
    }
    fields.advance(to: cursor)
    return value
  }

  /// Reads a value at the tag of an instance: the value was shared before.
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

  /// Reads a struct at the tag of an instance.
  func decodeSharedRecord<Record: ArchiveRecord>(
    of type: Record.Type, _ tag: TreeTag, else error: @autoclosure () -> ArchiveError
  ) throws -> Record {
    guard tag == .instance, let instances = context.instances else { throw error() }
    let number = try cursor.readCount()
    let value = try instances.withValue(number) { decoder, shape -> Record? in
      if shape.isOfValue {
        let value = try decoder._decodeRecord(of: type)
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
