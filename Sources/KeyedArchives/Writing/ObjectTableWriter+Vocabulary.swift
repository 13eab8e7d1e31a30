internal import ArchiveBytes
internal import ArchiveValues

// What a writer knows from one archive to the next: keys, classes, shapes and types. An archive notes each when it first
// needs it, so that archives do not depend on earlier ones.
extension ObjectTableWriter {
  // MARK: Keys

  /// Returns the number of a key string, which is in the archive afterwards.
  mutating func key(_ name: String) -> UInt32 {
    if let number = vocabulary.keys[name] {
      note(key: number)
      return number
    }
    let (start, size) = (list.words.count, list.byteCount)
    let reference = list.note(string: name)
    return vocabulary.keys.add(
      name, reference: reference, start: start, wordCount: list.words.count - start,
      size: list.byteCount - size)
  }

  /// Returns the number of any noted object as a key.
  mutating func key(direct reference: UInt32) -> UInt32 { vocabulary.keys.add(direct: reference) }

  /// Notes a known key string if the archive does not contain it.
  @inline(__always)
  mutating func note(key number: UInt32) {
    if vocabulary.keys.isNoted(number) { return }
    let size = vocabulary.keys.copyNote(of: number, to: &list.words)
    vocabulary.keys.setReference(list.number(size: size), of: number)
  }

  /// Returns the direct number of a key string.
  mutating func keyReference(_ name: String) -> UInt32 {
    let number = key(name)
    return vocabulary.keys.references[Int(number)]
  }

  /// Returns the number of one of the format's own keys, which is in the archive afterwards.
  mutating func reservedKey(_ key: Vocabulary.ReservedKey) -> UInt32 {
    let known = vocabulary.reservedKeys[key.rawValue]
    if known != KeyTable.unnoted {
      note(key: known)
      return known
    }
    let number = self.key("$\(key)")
    vocabulary.reservedKeys[key.rawValue] = number
    return number
  }

  // MARK: Classes

  /// Returns the number of a class; `RecordShape.none` if it has no name.
  mutating func classNumber(_ names: RecordClass.Names) -> Int {
    if names.names.isEmpty { return RecordShape.none }
    if let number = vocabulary.classNumbers[names] { return number }
    vocabulary.classes.append(RecordClass(names))
    vocabulary.classNumbers[names] = vocabulary.classes.count - 1
    return vocabulary.classes.count - 1
  }

  /// Returns the class record of a class, which lists the names of the class itself and of its superclasses up to
  /// `NSObject`, and those of fallback classes for readers that do not know it.
  private mutating func classObject(_ number: Int) -> Int {
    if vocabulary.classes[number].object >= 0 { return vocabulary.classes[number].object }
    if vocabulary.classes[number].nameKeys.isEmpty {
      let names = vocabulary.classes[number].names
      // The keys are noted in the order in which they are needed here, and so again in later archives.
      vocabulary.classes[number].nameKeys = (names.listsClasses ? names.names : [names.names[0]]).map {
        key($0)
      }
    }
    for name in vocabulary.classes[number].nameKeys { note(key: name) }
    let listsClasses = vocabulary.classes[number].names.listsClasses
    let hasFallbacks = !vocabulary.classes[number].names.fallbackNames.isEmpty
    let mark = pending.count
    pending.append(vocabulary.keys.references[Int(vocabulary.classes[number].nameKeys[0])])
    if listsClasses { pending.append(note(arrayOfKeys: vocabulary.classes[number].nameKeys)) }
    var shape = shared.classRecordShape
    if !listsClasses || hasFallbacks {
      var recordKeys = [reservedKey(.classname)]
      if listsClasses { recordKeys.append(reservedKey(.classes)) }
      if hasFallbacks {
        recordKeys.append(reservedKey(.classhints))
        if vocabulary.classes[number].fallbackKeys.isEmpty {
          vocabulary.classes[number].fallbackKeys = vocabulary.classes[number].names.fallbackNames.map {
            key($0)
          }
        }
        for name in vocabulary.classes[number].fallbackKeys { note(key: name) }
        pending.append(note(arrayOfKeys: vocabulary.classes[number].fallbackKeys))
      }
      shape = keyedShape(keys: recordKeys, classNumber: RecordShape.none)
    } else if shape < 0 {
      shape = self.shape(.classRecord)
      shared.classRecordShape = shape
    }
    let object = addObject(note(recordOf: shape, from: mark))
    vocabulary.classes[number].object = object
    vocabulary.usedClasses.append(number)
    return object
  }

  /// Notes an inline array of key strings.
  private mutating func note(arrayOfKeys numbers: [UInt32]) -> UInt32 {
    let mark = pending.count
    for number in numbers { pending.append(vocabulary.keys.references[Int(number)]) }
    return note(arrayFrom: mark)
  }

  // MARK: Shapes

  /// Adds a shape. Without class names, it has no `$class`.
  mutating func shape(
    keys names: [String], classNames: [String], fallbackNames: [String] = [], listsClasses: Bool = true
  ) -> Int {
    let keys = names.map { key($0) }
    if !classNames.isEmpty { _ = reservedKey(.class) }
    let number = classNumber(
      RecordClass.Names(names: classNames, fallbackNames: fallbackNames, listsClasses: listsClasses))
    vocabulary.shapes.append(RecordShape(keys: keys, classNumber: number))
    return vocabulary.shapes.count - 1
  }

  /// Adds a shape of an earlier archive.
  mutating func addKnownShape(_ known: Int) -> Int {
    for position in 0..<vocabulary.knownShapes[known].keys.count {
      note(key: vocabulary.knownShapes[known].keys[position])
    }
    if vocabulary.knownShapes[known].classNumber != RecordShape.none { _ = reservedKey(.class) }
    vocabulary.shapes.append(vocabulary.knownShapes[known])
    return vocabulary.shapes.count - 1
  }

  /// Keeps a shape that was just added, for later archives.
  mutating func keepShape(_ shape: Int) -> Int {
    vocabulary.knownShapes.append(vocabulary.shapes[shape])
    return vocabulary.knownShapes.count - 1
  }

  /// Adds one of the fixed shapes.
  mutating func shape(_ fixed: FixedShape) -> Int {
    let known = vocabulary.knownFixedShapes[fixed.rawValue]
    if known >= 0 { return addKnownShape(known) }
    let shape = shape(keys: fixed.keys, classNames: fixed.classNames)
    vocabulary.knownFixedShapes[fixed.rawValue] = keepShape(shape)
    return shape
  }

  /// Creates the class record of a shape if no record of the shape was finished before.
  @inline(__always)
  mutating func resolveClass(of shape: Int) {
    if vocabulary.shapes[shape].classObject == RecordShape.unresolved {
      vocabulary.shapes[shape].classObject = classObject(vocabulary.shapes[shape].classNumber)
    }
  }

  /// Returns the index of a type in `types`.
  @inline(__always)
  mutating func number<Record: ArchiveRecord>(of type: Record.Type) -> Int {
    let key = UInt64(UInt(bitPattern: ObjectIdentifier(type)))
    if let number = vocabulary.typeNumbers[key] { return number }
    return addType(key) { type.archiveSchema }
  }

  /// Returns the number of a class whose instances are stored.
  mutating func number(ofClass type: any ArchivableObject.Type) -> Int {
    let key = UInt64(UInt(bitPattern: ObjectIdentifier(type)))
    return vocabulary.typeNumbers[key] ?? addType(key) { type.archiveSchema }
  }

  @inline(never)
  private mutating func addType(_ key: UInt64, _ schema: () -> ArchiveSchema) -> Int {
    let number: Int
    if let known = vocabulary.knownTypes[key] {
      number = known
    } else {
      vocabulary.types.append(RecordType(schema: schema(), className: classNames[key]))
      number = vocabulary.types.count - 1
      vocabulary.knownTypes.insert(number, for: key)
    }
    vocabulary.typeNumbers.insert(number, for: key)
    vocabulary.usedTypes.append(number)
    if !vocabulary.types[number].schema.isEnumeration {
      vocabulary.types[number].structShape = shape(ofCase: 0, type: number)
    }
    return number
  }

  /// Sets the stored name of a type; `nil` restores its own name.
  mutating func rename(_ type: Any.Type, to name: String?) {
    let key = UInt64(UInt(bitPattern: ObjectIdentifier(type)))
    classNames[key] = name
    guard let number = vocabulary.typeNumbers[key] else { return }
    let schema = vocabulary.types[number].schema
    vocabulary.types[number] = RecordType(schema: schema, className: name)
    if !schema.isEnumeration { vocabulary.types[number].structShape = shape(ofCase: 0, type: number) }
  }

  /// Returns the shape of one case of a type.
  mutating func shape(ofCase index: Int, type: Int) -> Int {
    if vocabulary.types[type].shapes[index] >= 0 { return vocabulary.types[type].shapes[index] }
    let known = vocabulary.types[type].knownShapes[index]
    let shape = known >= 0 ? addKnownShape(known) : newShape(ofCase: index, type: type)
    vocabulary.types[type].shapes[index] = shape
    return shape
  }

  private mutating func newShape(ofCase index: Int, type: Int) -> Int {
    let schema = vocabulary.types[type].schema
    var keys = schema.cases[index].fields.map(\.fieldKey)
    if schema.isEnumeration { keys.insert(ArchiveSchema.caseKey, at: 0) }
    if schema.version > 1 { keys.append(ArchiveSchema.versionKey) }
    let shape = shape(keys: keys, classNames: [vocabulary.types[type].className] + schema.superclassNames)
    vocabulary.types[type].knownShapes[index] = keepShape(shape)
    return shape
  }
}
