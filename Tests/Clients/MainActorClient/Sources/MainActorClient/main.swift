import ColumnArchives
import Foundation
import StructCoding

func expect(_ condition: Bool, line: Int = #line, file: String = #fileID) {
  guard condition else { fatalError("\(file):\(line): not so") }
}

/// Checks that each road brings back an equal value.
func check<Value: Archivable>(
  _ value: Value, line: Int = #line, file: String = #fileID, _ areEqual: (Value, Value) -> Bool
) throws {
  let object = try KeyedArchive.archivedData(withRootObject: value.encoded, requiringSecureCoding: true)
  let copies = [
    try KeyedArchive.decode(Value.self, from: KeyedArchive.encode(value)),
    try KeyedArchive.decode([Value].self, from: KeyedArchive.encode([value, value]))[1],
    try KeyedArchive.unarchivedObject(ofClass: Value.Coding.self, from: object)!.decoded,
    try ColumnArchive.decode([Value].self, from: ColumnArchive.encode([value, value]))[1],
    try ArchiveNode(encoding: value).decode(Value.self),
    value.encoded.decoded,
  ]
  for (road, copy) in copies.enumerated() where !areEqual(value, copy) {
    fatalError("\(file):\(line): road \(road): \(copy) instead of \(value)")
  }
}

try checkStructs()
try checkEnums()
try checkGenerics()
try checkStorage()
try checkClasses()
try await checkActors()
print("Models isolated to the main actor by default: all equal.")
