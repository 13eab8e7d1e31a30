internal import ArchiveBytes
public import ArchiveValues

/// The classes of objects that a file may contain.
public struct AllowedClasses: Sendable, Hashable {
  private enum Kind: Hashable {
    case propertyListsOnly, all
    case named(Set<String>)
  }

  private let kind: Kind

  /// No classes, and no URLs: only the values that `propertyListWithData:` reads.
  public static let propertyListsOnly = AllowedClasses(kind: .propertyListsOnly)
  /// All classes of a file.
  public static let all = AllowedClasses(kind: .all)

  /// Allows the classes with these names, in addition to the Foundation values that have their own chunks.
  public static func named(_ names: some Sequence<String>) -> AllowedClasses {
    AllowedClasses(kind: .named(Set(names)))
  }

  /// Allows the classes that archives use for these types, by their current and former names, and the classes of the
  /// subclasses that a class lists. Types without a class, such as `Int`, add none.
  public static func types(_ types: any ArchiveValue.Type...) -> AllowedClasses {
    var names: Set<String> = []
    for type in types {
      if let type = type as? any ArchiveRecord.Type {
        names.formUnion(type.archiveSchema.classNames)
      } else if let type = type as? any ArchivableObject.Type {
        let members = (try? ObjectFamily(type))?.members ?? [type]
        names.formUnion(members.flatMap { $0.archiveSchema.classNames })
      }
    }
    return named(names)
  }

  var isPropertyListsOnly: Bool { kind == .propertyListsOnly }

  /// Throws if a class is not allowed.
  func check(_ name: String, at offset: Int) throws {
    guard case .named(let names) = kind, !names.contains(name) else { return }
    throw ArchiveError(
      .classMismatch, expected: "an object of an allowed class", found: "one of class \(name)",
      offset: offset,
      advice: .allow(class: name, near: nearestName(to: name, among: names)))
  }
}

extension ArchiveSchema {
  fileprivate var classNames: [String] { [className] + formerClassNames }
}
