/// The class definitions of a file that is written.
struct ClassTable {
  /// A class, by its number in the file, and the names of the properties that its objects have a value for.
  struct Definition {
    let index: Int
    let names: [String]
  }

  private struct Key: Hashable {
    let className: String
    let names: [String]
  }

  /// The last definition of each class.
  private var latest: [String: Definition] = [:]
  private var all: [Key: Definition] = [:]
  /// How many definitions there are.
  private(set) var count = 0

  /// The definition for an object with some properties.
  ///
  /// As in FastCoder, that is the last one of the class. When that lacks a name, there is a new one, with the old names
  /// and then the new. But objects do not share a definition that would be mostly nil for them: files would grow with
  /// the square of their objects.
  mutating func definition(of className: String, _ names: [String]) -> (Definition, isNew: Bool) {
    let known = latest[className]
    if let known, known.names == names { return (known, false) }
    let room = 2 * names.count + 64
    let old = Set(known?.names ?? [])
    let added = names.filter { !old.contains($0) }
    if let known, added.isEmpty, known.names.count <= room { return (known, false) }
    if let definition = all[Key(className: className, names: names)] { return (definition, false) }
    let together = (known?.names ?? []) + added
    let definition = Definition(index: count, names: together.count <= room ? together : names)
    count += 1
    latest[className] = definition
    all[Key(className: className, names: definition.names)] = definition
    return (definition, true)
  }
}
