internal import ArchiveBytes
public import ArchiveValues

extension FastCodingArchive {
  /// Which classes of objects a file may hold.
  public struct AllowedClasses: Sendable, Hashable {
    private enum Kind: Hashable {
      case propertyListsOnly, all
      case named(Set<String>)
    }

    private let kind: Kind

    /// None, and no URLs either: what `propertyListWithData:` reads.
    public static let propertyListsOnly = AllowedClasses(kind: .propertyListsOnly)
    /// All of them.
    public static let all = AllowedClasses(kind: .all)

    /// Those of a list of names, next to the values of Foundation that have chunks of their own.
    public static func named(_ names: some Sequence<String>) -> AllowedClasses {
      AllowedClasses(kind: .named(Set(names)))
    }

    /// The classes that archives have for types, by their present and their former names, and those of the subclasses
    /// that a class lists. Types without a class of their own, such as `Int`, add none.
    public static func types(_ types: any ArchiveValue.Type...) -> AllowedClasses {
      var names: Set<String> = []
      for type in types {
        if let type = type as? any ArchiveRecord.Type {
          names.formUnion(type.archiveSchema.classNames)
        } else if let type = type as? any ArchivableObject.Type {
          add(type, to: &names)
        }
      }
      return named(names)
    }

    private static func add(_ type: any ArchivableObject.Type, to names: inout Set<String>) {
      // Classes may list each other.
      guard names.insert(type.archiveSchema.className).inserted else { return }
      names.formUnion(type.archiveSchema.classNames)
      for subclass in type.archiveSubclasses { add(subclass, to: &names) }
    }

    var isPropertyListsOnly: Bool { kind == .propertyListsOnly }

    /// Throws when a class is not allowed.
    func check(_ name: String, at offset: Int) throws {
      guard case .named(let names) = kind, !names.contains(name) else { return }
      let near = nearestName(to: name, among: names).map { " “\($0)” is allowed." } ?? ""
      throw ArchiveError(
        .classMismatch, expected: "an object of an allowed class", found: "one of class \(name)",
        offset: offset,
        advice: "To allow such objects, add the class to DecodingOptions.classes.\(near)")
    }
  }
}

extension ArchiveSchema {
  fileprivate var classNames: [String] { [className] + formerClassNames }
}
