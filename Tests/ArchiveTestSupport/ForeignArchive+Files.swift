import Foundation

extension ForeignArchive {
  /// The files of others in `../shared/keyed-archives`, in the order of their names.
  ///
  /// - Throws: `XCTSkip` when they are not there.
  public static func files() throws -> [ForeignArchive] {
    let folder = try TestFiles.shared("keyed-archives")
    return try TestFiles.files(below: folder).map { name in
      ForeignArchive(
        name: name, about: "a file of other software",
        data: try Data(contentsOf: folder.appendingPathComponent(name)))
    }
  }

  /// The bytes of one of these files.
  public static func file(_ name: String) throws -> Data {
    try Data(contentsOf: TestFiles.shared("keyed-archives").appendingPathComponent(name))
  }
}
