import Foundation

/// What a data set has of an archive: written when all of it is there.
struct ExportRecord: Codable {
  /// The identity of the archive.
  var archive: String
  /// Where the archive was.
  var path: String
  var version: Version
  /// The options that all files of the data set have in common.
  var settings: String
  var file: File

  /// What is known of a file without reading it; it changes if the file does.
  struct Version: Codable, Equatable {
    var byteCount: Int
    var modificationSeconds: Int
    var modificationNanoseconds: Int

    init?(_ path: String) {
      var status = stat()
      guard stat(path, &status) == 0 else { return nil }
      #if canImport(Darwin)
        let time = status.st_mtimespec
      #else
        let time = status.st_mtim
      #endif
      byteCount = Int(status.st_size)
      (modificationSeconds, modificationNanoseconds) = (time.tv_sec, time.tv_nsec)
    }
  }

  /// When a file was last written, renamed or given other attributes, and its number in the file system.
  struct Touched: Codable, Equatable {
    var seconds: Int
    var nanoseconds: Int
    var number: UInt64

    init(_ status: stat) {
      #if canImport(Darwin)
        let time = status.st_ctimespec
      #else
        let time = status.st_ctim
      #endif
      (seconds, nanoseconds, number) = (time.tv_sec, time.tv_nsec, UInt64(status.st_ino))
    }
  }

  struct File: Codable {
    var name: String
    var rowCount: Int
    var byteCount: Int
    /// The checksum CRC-32C of the file.
    var checksum: UInt32
    /// What changes when the file is touched, even if its size and its time of modification do not.
    var touched: Touched
  }

  /// Returns the name for the files of an archive, which is the same in each export, and different for each archive.
  ///
  /// It is the name of the archive if that can be a part of any file's name. Otherwise it is similar, with a checksum.
  static func fileName(of identity: String) -> String {
    let suffix = ".column"
    let isColumn = identity.hasSuffix(suffix)
    let stem = isColumn ? String(identity.dropLast(suffix.count)) : identity
    let isPlain = { (scalar: Unicode.Scalar) -> Bool in
      scalar.isASCII && (scalar.properties.isAlphabetic || "0123456789-_.".unicodeScalars.contains(scalar))
    }
    let begins = stem.unicodeScalars.first.map { $0 != "." && $0 != "_" && $0 != "-" } ?? false
    if isColumn, begins, stem.utf8.count <= 100, stem.unicodeScalars.allSatisfy(isPlain) { return stem }
    var name = String.UnicodeScalarView()
    for scalar in stem.unicodeScalars.suffix(80) { name.append(isPlain(scalar) ? scalar : "-") }
    while let first = name.first, ".-_".unicodeScalars.contains(first) { name.removeFirst() }
    // The hash of Fowler, Noll and Vo.
    let hash = identity.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    let digits = String(hash, radix: 16)
    return "\(name)-\(String(repeating: "0", count: 16 - digits.count))\(digits)"
  }
}
