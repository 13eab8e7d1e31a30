internal import ArchiveBytes
internal import ArchiveValues

// The keys, classes, shapes and types of the archive.
extension ObjectTableWriter {
  // MARK: Keys

  /// Returns the direct number of a key string, or of a class name, which is in the archive afterwards.
  mutating func key(_ name: String) -> UInt32 { key(ArchiveKey(name)) }

  mutating func key(_ key: ArchiveKey) -> UInt32 {
    guard key.isASCII else { return self.key(nonASCII: key.text) }
    var text = key.text
    return text.withUTF8 { bytes in
      if let known = unsafe vocabulary.keys.find(ascii: bytes, hash: key.hash, in: list.words.unsafeBase) {
        return UInt32(truncatingIfNeeded: known)
      }
      let note = list.words.count
      let number = unsafe list.note(ascii: bytes)
      vocabulary.keys.insert(hash: key.hash, note: note, number: Int(number))
      return number
    }
  }

  private mutating func key(nonASCII name: String) -> UInt32 {
    if let known = vocabulary.keys[nonASCII: name] { return UInt32(truncatingIfNeeded: known) }
    let number = list.note(utf16: name)
    vocabulary.keys[nonASCII: name] = Int(number)
    return number
  }

  /// Returns the direct number of `$class`, which is in the archive afterwards.
  private mutating func classKey() -> UInt32 {
    if let known = vocabulary.classKey { return known }
    let number = key(ArchiveKey.classKey)
    vocabulary.classKey = number
    return number
  }

  // MARK: Classes

  /// Returns the class record of a class, which lists the names of the class itself and of its superclasses up to
  /// `NSObject`, and those of fallback classes for readers that do not know it.
  private mutating func classObject(_ number: Int) -> Int {
    if vocabulary.classes[number].object >= 0 { return vocabulary.classes[number].object }
    let names = vocabulary.classes[number].names
    let mark = pending.count
    pending.append(key(names.names[0]))
    if names.listsClasses { pending.append(note(arrayOfKeys: names.names)) }
    let shape: Int
    if names.listsClasses && names.fallbackNames.isEmpty {
      shape = self.shape(.classRecord)
    } else {
      var recordKeys = [key("$classname")]
      if names.listsClasses { recordKeys.append(key("$classes")) }
      if !names.fallbackNames.isEmpty {
        recordKeys.append(key("$classhints"))
        pending.append(note(arrayOfKeys: names.fallbackNames))
      }
      shape = keyedShape(keys: recordKeys, classNumber: RecordShape.none)
    }
    let object = addObject(note(recordOf: shape, from: mark))
    vocabulary.setObject(object, ofClass: number)
    return object
  }

  /// Notes an inline array of key strings.
  private mutating func note(arrayOfKeys names: [ArchiveKey]) -> UInt32 {
    let mark = pending.count
    for name in names { pending.append(key(name)) }
    return note(arrayFrom: mark)
  }

  // MARK: Shapes

  /// Adds the shape of dictionaries with these keys and a class. Without class names, they have no `$class`.
  mutating func shape(keys names: [ArchiveKey], class classNames: ClassNames) -> Int {
    let first = vocabulary.shapeKeys.count
    for name in names { vocabulary.shapeKeys.append(key(name)) }
    if !classNames.names.isEmpty { _ = classKey() }
    return addShape(from: first, classNumber: vocabulary.number(ofClass: classNames))
  }

  /// Adds the shape of the keys that `shapeKeys` has from a position on.
  mutating func addShape(from first: Int, classNumber: Int) -> Int {
    vocabulary.shapes.append(
      RecordShape(
        firstKey: first, fieldCount: vocabulary.shapeKeys.count - first, classNumber: classNumber))
    return vocabulary.shapes.count - 1
  }

  /// Returns the shape of dictionaries with these keys, by their direct numbers, and a class, creating it on first use.
  mutating func keyedShape(keys: [UInt32], classNames: [String]) -> Int {
    keyedShape(keys: keys, class: ClassNames(classNames))
  }

  mutating func keyedShape(keys: [UInt32], class classNames: ClassNames) -> Int {
    if !classNames.names.isEmpty { _ = classKey() }
    return keyedShape(keys: keys, classNumber: vocabulary.number(ofClass: classNames))
  }

  mutating func keyedShape(keys: [UInt32], classNumber: Int) -> Int {
    let key = RecordShape.Key(keys: keys, classNumber: classNumber)
    if let known = vocabulary.keyedShapes[key] { return known }
    vocabulary.shapeKeys += keys
    let shape = addShape(from: vocabulary.shapeKeys.count - keys.count, classNumber: classNumber)
    vocabulary.keyedShapes[key] = shape
    return shape
  }

  /// Returns the shape of one of Foundation's own classes, or of the archive itself.
  @inline(__always)
  mutating func shape(_ fixed: FixedShape) -> Int {
    let known = Int(vocabulary.fixedShapes[fixed.rawValue])
    return known >= 0 ? known : newShape(fixed)
  }

  @inline(never)
  private mutating func newShape(_ fixed: FixedShape) -> Int {
    let shape = shape(keys: fixed.keys, class: fixed.classNames)
    vocabulary.fixedShapes[fixed.rawValue] = Int32(shape)
    return shape
  }

  /// Creates the class record of a shape if no record of the shape was finished before.
  @inline(__always)
  mutating func resolveClass(of shape: Int) {
    if vocabulary.shapes[shape].classObject == RecordShape.unresolved {
      vocabulary.shapes[shape].classObject = classObject(vocabulary.shapes[shape].classNumber)
    }
  }

  // MARK: Types

  /// Returns the index of a type in `types`.
  @inline(__always)
  mutating func number<Record: ArchiveRecord>(of type: Record.Type) -> Int {
    vocabulary.number(ofType: type) ?? addType(type, .of(type))
  }

  /// Returns the number of a class whose instances are stored.
  mutating func number(ofClass type: any ArchivableObject.Type) -> Int {
    vocabulary.number(ofType: type) ?? addType(type, .of(class: type))
  }

  @inline(never)
  private mutating func addType(_ type: Any.Type, _ known: KeyedType) -> Int {
    let name = classNames.isEmpty ? nil : classNames[ObjectIdentifier(type)]
    vocabulary.types.append(RecordType(known, className: name))
    let number = vocabulary.types.count - 1
    vocabulary.typeIdentities.append(ObjectIdentifier(type))
    makeStructShape(ofType: number)
    return number
  }

  private mutating func makeStructShape(ofType number: Int) {
    if vocabulary.types[number].shapes.isEmpty {
      vocabulary.types[number].structShape = newShape(ofCase: 0, type: number)
    }
  }

  /// Sets the stored name of a type; `nil` restores its own name.
  mutating func rename(_ type: Any.Type, to name: String?) {
    classNames[ObjectIdentifier(type)] = name
    guard let number = vocabulary.number(ofType: type) else { return }
    vocabulary.types[number] = RecordType(vocabulary.types[number].known, className: name)
    makeStructShape(ofType: number)
  }

  /// Returns the shape of one case of an enumeration.
  mutating func shape(ofCase index: Int, type: Int) -> Int {
    if vocabulary.types[type].shapes[index] < 0 {
      vocabulary.types[type].shapes[index] = newShape(ofCase: index, type: type)
    }
    return vocabulary.types[type].shapes[index]
  }

  @inline(never)
  private mutating func newShape(ofCase index: Int, type: Int) -> Int {
    let type = vocabulary.types[type]
    return shape(keys: type.known.keys[index], class: type.classNames)
  }
}
