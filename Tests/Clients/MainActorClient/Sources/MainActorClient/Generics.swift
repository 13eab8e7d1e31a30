import Foundation
import StructCoding

/// Generic over values that may not be `Sendable`: the properties could only be read on the main actor, so the type is
/// not of the main actor.
@Archivable
nonisolated struct Box<Content: ArchiveValue & Equatable>: Model, Equatable {
  var content: Content
  var more: [Content] = []
}

@Archivable
struct SentBox<Content: ArchiveValue & Equatable & Sendable>: Model, Equatable {
  var content: Content
  var more: [Content] = []

  @Archivable
  struct Label: Model, Equatable { var text: Content? }
}

/// Without a protocol of the module.
@Archivable
struct FreeBox<Content: ArchiveValue & Equatable>: Equatable {
  var content: Content
}

func checkGenerics() throws {
  try check(Box(content: 1, more: [2]), ==)
  try check(SentBox(content: "a", more: ["b"]), ==)
  try check(SentBox<Int>.Label(text: 3), ==)
  try check(FreeBox(content: [1.5]), ==)
  try check(FreeBox(content: Note.Line(text: "a", style: .plain).text), ==)
}
