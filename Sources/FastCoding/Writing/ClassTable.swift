internal import ArchiveBytes

/// The class definitions of a file that is being written.
struct ClassTable {
  /// A class: its number in the file, and the names of the properties for which its objects have values.
  struct Definition {
    let index: Int
    let names: [String]
  }

  /// The key of a definition: a class, and the names either in order or in any order.
  private enum Key: Hashable {
    case ordered(ExactName, [ExactName])
    case unordered(ExactName, Set<ExactName>)
  }

  private var definitions: [Key: Definition] = [:]
  /// The number of definitions.
  private(set) var count = 0

  /// Returns the definition for an object with exactly these properties. A definition with the names in the same
  /// order is preferred.
  ///
  /// An object has a value, possibly nil, for each name of its definition. So an object that lacks a name gets a
  /// definition without it. Otherwise it would be read back with a property that is nil.
  mutating func definition(of className: String, _ names: [String]) -> (Definition, isNew: Bool) {
    let ordered = Key.ordered(ExactName(className), names.map(ExactName.init))
    if let known = definitions[ordered] { return (known, false) }
    let unordered = Key.unordered(ExactName(className), Set(names.map(ExactName.init)))
    if let known = definitions[unordered] {
      definitions[ordered] = known
      return (known, false)
    }
    let definition = Definition(index: count, names: names)
    count += 1
    definitions[ordered] = definition
    definitions[unordered] = definition
    return (definition, true)
  }
}
