internal import ArchiveBytes

// Coders outside this library need not support instances of classes.

extension ValueEncoder {
  public mutating func _encodeInstance<Object: ArchivableObject>(_ object: Object) throws {
    throw ArchiveError.noObjects(Self.self)
  }
}

extension ValueDecoder {
  public mutating func _decodeInstance<Object: ArchivableObject>(of type: Object.Type) throws -> Object {
    throw ArchiveError.noObjects(Self.self)
  }
}

extension FieldEncoder {
  public mutating func _encodeUnretained<Object: ArchivableObject>(
    _ object: Object?, at position: Int, mustBeStored: Bool
  ) throws {
    throw ArchiveError.noObjects(Self.self)
  }

  /// Stores a weak reference: `nil`, unless something else stores the instance.
  public mutating func encodeWeak<Object: ArchivableObject>(_ object: Object?, at position: Int) throws {
    try _encodeUnretained(object, at: position, mustBeStored: false)
  }

  /// Stores an unowned reference, which may be `nil`. If nothing else stores the instance, the encoder throws an error when
  /// it finishes the archive.
  public mutating func encodeUnowned<Object: ArchivableObject>(_ object: Object?, at position: Int) throws {
    try _encodeUnretained(object, at: position, mustBeStored: true)
  }
}

extension FieldDecoder {
  public mutating func _expectOwner(of object: some ArchivableObject) {}

  public mutating func _completeInstances() throws {}

  /// Reads a weak reference. ``ArchiveLimits/maximumReferenceDepth`` limits the length of a chain of instances that
  /// hold each other; a weak reference does not add to it.
  public mutating func decodeWeak<Object: ArchivableObject>(at position: Int) throws -> Object? {
    try decode(at: position)
  }

  /// Reads an unowned reference. Something else in the archive must hold the instance.
  public mutating func decodeUnowned<Object: ArchivableObject>(at position: Int) throws -> Object {
    let object: Object = try decode(at: position)
    _expectOwner(of: object)
    return object
  }

  /// Reads an unowned reference that may be `nil`.
  @_documentation(visibility: internal)
  public mutating func decodeUnowned<Object: ArchivableObject>(at position: Int) throws -> Object? {
    let object: Object? = try decode(at: position)
    if let object { _expectOwner(of: object) }
    return object
  }
}
