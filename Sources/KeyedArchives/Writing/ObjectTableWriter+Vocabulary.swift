internal import ArchiveBytes
internal import ArchiveValues

// What a writer knows from one archive to the next: keys, classes, shapes and types. An archive notes each when it first
// needs it, so that archives do not depend on earlier ones.
extension ObjectTableWriter {
  // MARK: Keys

  /// Returns the number of a key string, which is in the archive afterwards.
  mutating func key(_ name: String) -> UInt32 {
    if let number = keys[name] {
      note(key: number)
      return number
    }
    let (start, size) = (notes.count, fixedSize)
    let reference = note(string: name)
    return keys.add(
      name, reference: reference, start: start, wordCount: notes.count - start, size: fixedSize - size)
  }

  /// Returns the number of any noted object as a key.
  mutating func key(direct reference: UInt32) -> UInt32 { keys.add(direct: reference) }

  /// Notes a known key string if the archive does not contain it.
  @inline(__always)
  mutating func note(key number: UInt32) {
    if keys.isNoted(number) { return }
    let size = keys.copyNote(of: number, to: &notes)
    keys.setReference(self.number(size: size), of: number)
  }

  /// Returns the direct number of a key string.
  mutating func keyReference(_ name: String) -> UInt32 {
    let number = key(name)
    return keys.references[Int(number)]
  }

  /// The format's own keys.
  enum ReservedKey: Int, CaseIterable {
    case `class`, classes, classname, classhints
  }

  /// Returns the number of one of the format's own keys, which is in the archive afterwards.
  mutating func reservedKey(_ key: ReservedKey) -> UInt32 {
    let known = reservedKeys[key.rawValue]
    if known != KeyTable.unnoted {
      note(key: known)
      return known
    }
    let number = self.key("$\(key)")
    reservedKeys[key.rawValue] = number
    return number
  }

  // MARK: Classes

  /// Returns the number of a class; `RecordShape.none` if it has no name.
  mutating func classNumber(_ names: RecordClass.Names) -> Int {
    if names.names.isEmpty { return RecordShape.none }
    if let number = classNumbers[names] { return number }
    classes.append(RecordClass(names))
    classNumbers[names] = classes.count - 1
    return classes.count - 1
  }

  /// Returns the class record of a class, which lists the names of the class itself and of its superclasses up to
  /// `NSObject`, and those of fallback classes for readers that do not know it.
  private mutating func classObject(_ number: Int) -> Int {
    if classes[number].object >= 0 { return classes[number].object }
    if classes[number].nameKeys.isEmpty {
      let names = classes[number].names
      // The keys are noted in the order in which they are needed here, and so again in later archives.
      classes[number].nameKeys = (names.listsClasses ? names.names : [names.names[0]]).map { key($0) }
    }
    for name in classes[number].nameKeys { note(key: name) }
    let listsClasses = classes[number].names.listsClasses
    let hasFallbacks = !classes[number].names.fallbackNames.isEmpty
    let mark = pending.count
    pending.append(keys.references[Int(classes[number].nameKeys[0])])
    if listsClasses { pending.append(note(arrayOfKeys: classes[number].nameKeys)) }
    var shape = classRecordShape
    if !listsClasses || hasFallbacks {
      var recordKeys = [reservedKey(.classname)]
      if listsClasses { recordKeys.append(reservedKey(.classes)) }
      if hasFallbacks {
        recordKeys.append(reservedKey(.classhints))
        if classes[number].fallbackKeys.isEmpty {
          classes[number].fallbackKeys = classes[number].names.fallbackNames.map { key($0) }
        }
        for name in classes[number].fallbackKeys { note(key: name) }
        pending.append(note(arrayOfKeys: classes[number].fallbackKeys))
      }
      shape = keyedShape(keys: recordKeys, classNumber: RecordShape.none)
    } else if shape < 0 {
      shape = self.shape(.classRecord)
      classRecordShape = shape
    }
    let object = addObject(note(recordOf: shape, from: mark))
    classes[number].object = object
    usedClasses.append(number)
    return object
  }

  /// Notes an inline array of key strings.
  private mutating func note(arrayOfKeys numbers: [UInt32]) -> UInt32 {
    let mark = pending.count
    for number in numbers { pending.append(keys.references[Int(number)]) }
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
    shapes.append(RecordShape(keys: keys, classNumber: number))
    return shapes.count - 1
  }

  /// Adds a shape of an earlier archive.
  mutating func addKnownShape(_ known: Int) -> Int {
    for position in 0..<knownShapes[known].keys.count { note(key: knownShapes[known].keys[position]) }
    if knownShapes[known].classNumber != RecordShape.none { _ = reservedKey(.class) }
    shapes.append(knownShapes[known])
    return shapes.count - 1
  }

  /// Keeps a shape that was just added, for later archives.
  mutating func keepShape(_ shape: Int) -> Int {
    knownShapes.append(shapes[shape])
    return knownShapes.count - 1
  }

  /// Adds one of the fixed shapes.
  mutating func shape(_ fixed: FixedShape) -> Int {
    let known = knownFixedShapes[fixed.rawValue]
    if known >= 0 { return addKnownShape(known) }
    let shape = shape(keys: fixed.keys, classNames: fixed.classNames)
    knownFixedShapes[fixed.rawValue] = keepShape(shape)
    return shape
  }

  /// Creates the class record of a shape if no record of the shape was finished before.
  @inline(__always)
  mutating func resolveClass(of shape: Int) {
    if shapes[shape].classObject == RecordShape.unresolved {
      shapes[shape].classObject = classObject(shapes[shape].classNumber)
    }
  }

  /// Returns the index of a type in `types`.
  @inline(__always)
  mutating func number<Record: ArchiveRecord>(of type: Record.Type) -> Int {
    let key = UInt64(UInt(bitPattern: ObjectIdentifier(type)))
    if let number = typeNumbers[key] { return number }
    return addType(key) { type.archiveSchema }
  }

  /// Returns the number of a class whose instances are stored.
  mutating func number(ofClass type: any ArchivableObject.Type) -> Int {
    let key = UInt64(UInt(bitPattern: ObjectIdentifier(type)))
    return typeNumbers[key] ?? addType(key) { type.archiveSchema }
  }

  @inline(never)
  private mutating func addType(_ key: UInt64, _ schema: () -> ArchiveSchema) -> Int {
    let number: Int
    if let known = knownTypes[key] {
      number = known
    } else {
      types.append(RecordType(schema: schema(), className: classNames[key]))
      number = types.count - 1
      knownTypes.insert(number, for: key)
    }
    typeNumbers.insert(number, for: key)
    usedTypes.append(number)
    if !types[number].schema.isEnumeration { types[number].structShape = shape(ofCase: 0, type: number) }
    return number
  }

  /// Sets the stored name of a type; `nil` restores its own name.
  mutating func rename(_ type: Any.Type, to name: String?) {
    let key = UInt64(UInt(bitPattern: ObjectIdentifier(type)))
    classNames[key] = name
    guard let number = typeNumbers[key] else { return }
    let schema = types[number].schema
    types[number] = RecordType(schema: schema, className: name)
    if !schema.isEnumeration { types[number].structShape = shape(ofCase: 0, type: number) }
  }

  /// Returns the shape of one case of a type.
  mutating func shape(ofCase index: Int, type: Int) -> Int {
    if types[type].shapes[index] >= 0 { return types[type].shapes[index] }
    let known = types[type].knownShapes[index]
    let shape = known >= 0 ? addKnownShape(known) : newShape(ofCase: index, type: type)
    types[type].shapes[index] = shape
    return shape
  }

  private mutating func newShape(ofCase index: Int, type: Int) -> Int {
    let schema = types[type].schema
    var keys = schema.cases[index].fields.map(\.escapedKey)
    if schema.isEnumeration { keys.insert(ArchiveSchema.caseKey, at: 0) }
    if schema.version > 1 { keys.append(ArchiveSchema.versionKey) }
    let shape = shape(keys: keys, classNames: [types[type].className] + schema.superclassNames)
    types[type].knownShapes[index] = keepShape(shape)
    return shape
  }
}
