/// The class definitions of a file that is written.
struct ClassTable {
  /// A class, by its number in the file, and the names of the properties that its objects have a value for.
  struct Definition {
    let index: Int
    let names: [String]
  }

  /// What definitions are looked for by: a class, and the names in their order or in any.
  private enum Key: Hashable {
    case ordered(String, [String])
    case unordered(String, Set<String>)
  }

  private var definitions: [Key: Definition] = [:]
  /// How many definitions there are.
  private(set) var count = 0

  /// The definition for an object with some properties: one of just these names, in their order if there is such a one.
  ///
  /// An object has a value for each name of its definition, and nil is one. So an object that lacks a name has a
  /// definition without it; otherwise it would come back with a property that is nil.
  mutating func definition(of className: String, _ names: [String]) -> (Definition, isNew: Bool) {
    let ordered = Key.ordered(className, names)
    if let known = definitions[ordered] { return (known, false) }
    let unordered = Key.unordered(className, Set(names))
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
