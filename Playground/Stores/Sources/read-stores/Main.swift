import Foundation
import StructCoding

// `read-stores FILE…` says how many archives each column of the stores has, and what was read of them.

@main
struct ReadStores {
  static func main() {
    let files = CommandLine.arguments.dropFirst().filter { !$0.hasSuffix(".tsv") }
    if files.isEmpty { return print("usage: read-stores FILE…") }
    var reader = ReadStores()
    for file in files {
      do {
        try reader.read(URL(fileURLWithPath: file))
      } catch {
        reader.failures.append("\(file): \(error)")
      }
    }
    print("\(reader.archives) archives, of which \(reader.archives - reader.failures.count) were read")
    for failure in reader.failures { print(failure) }
    if !reader.failures.isEmpty { exit(1) }
  }

  private var archives = 0
  private var failures: [String] = []

  private mutating func read(_ file: URL) throws {
    let store = try Store(file)
    print(file.lastPathComponent)
    let tables = try store.tables()
    for table in tables {
      for (column, cells) in Dictionary(grouping: try store.lists(in: table), by: \.column).sorted(by: {
        $0.key < $1.key
      }) {
        var found: [String: Int] = [:]
        for cell in cells {
          guard let archive = try? KeyedArchive(cell.data) else {
            found["property list", default: 0] += 1
            continue
          }
          archives += 1
          do {
            found[try read(archive, cell.data), default: 0] += 1
          } catch {
            failures.append("\(table).\(column): \(error)")
          }
        }
        let kinds = found.sorted { $0.key < $1.key }.map { "\($0.value) × \($0.key)" }
        print("  \(table).\(column): \(kinds.joined(separator: ", "))")
      }
    }
    if tables.contains("ZACCOUNTPROPERTY") { try readAccounts(of: store) }
  }

  /// Reads an archive as the type that its content has, and returns what it is.
  private func read(_ archive: KeyedArchive, _ data: Data) throws -> String {
    if archive.keys.contains("RecordID") {
      return "CloudKit's fields of a \(try CloudRecord(systemFieldsIn: data).type)"
    }
    if let record = try? archive.decode(CloudRecord.self) { return "CKRecord of a \(record.type)" }
    switch try archive.decode(ArchiveNode.self) {
    case .array: return "array"
    case .set: return "set"
    case .dictionary: return "dictionary"
    case .bool: return "Boolean"
    case .integer, .unsigned, .float, .double: return "number"
    case .string: return "string"
    case .date: return "date"
    case .data: return "data"
    case let other: return "\(other)"
    }
  }

  private func readAccounts(of store: Store) throws {
    let properties = try AccountProperty.all(in: store)
    let accounts = try Dictionary(grouping: properties, by: \.owner).mapValues(Account.init)
    let named = accounts.values.filter { $0.firstName != nil || $0.lastName != nil }
    print(
      "  \(accounts.count) accounts with \(properties.count) properties, \(named.count) with a name of their owner"
    )
  }
}
