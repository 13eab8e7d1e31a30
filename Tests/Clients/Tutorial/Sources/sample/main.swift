import ColumnArchives
import Foundation
import Models
import StructCoding

// Writes the sample sessions in both formats: `swift run sample PATH` makes PATH.plist and PATH.columns.
let path = CommandLine.arguments[1]
let keyed = try KeyedArchive.encode(Session.samples)
let columns = try ColumnArchive.encode(Session.samples)
try keyed.write(to: URL(fileURLWithPath: path + ".plist"), options: .withoutOverwriting)
try columns.write(to: URL(fileURLWithPath: path + ".columns"), options: .withoutOverwriting)
print("Wrote \(path).plist and \(path).columns")
