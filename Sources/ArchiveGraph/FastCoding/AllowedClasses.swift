internal import ArchiveBytes
public import ArchiveValues

extension FastCodingArchive {
  /// Which classes of objects a file may hold.
  public struct AllowedClasses: Sendable, Hashable {
    /// The names; `nil` when all are allowed.
    let names: Set<String>?

    /// None, and no `nil` or URL either: what `propertyListWithData:` reads.
    public static let propertyListsOnly = AllowedClasses(names: [])
    /// All of them.
    public static let all = AllowedClasses(names: nil)

    /// Those of a list of names, next to the values of Foundation that have chunks of their own.
    public static func named(_ names: some Sequence<String>) -> AllowedClasses {
      AllowedClasses(names: Set(names))
    }

    /// The classes that archives have for types, by their present and their former names.
    public static func types(_ types: any ArchiveRecord.Type...) -> AllowedClasses {
      named(
        types.flatMap { type in
          let schema = type.archiveSchema
          return [schema.className] + schema.formerClassNames
        })
    }

    var isPropertyListsOnly: Bool { names?.isEmpty == true }

    /// Throws when a class is not allowed.
    func check(_ name: String, at offset: Int) throws {
      guard let names, !names.contains(name) else { return }
      let near = nearestName(to: name, among: names).map { " “\($0)” is allowed." } ?? ""
      throw ArchiveError(
        .classMismatch, expected: "an object of an allowed class", found: "one of class \(name)",
        offset: offset,
        advice: "If the file is to hold such objects, add the class to DecodingOptions.classes.\(near)")
    }
  }
}
