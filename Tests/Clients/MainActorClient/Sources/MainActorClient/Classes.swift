import ColumnArchives
import Foundation
import StructCoding

// A class that is archived is not isolated to the main actor, nor are its subclasses. A class with a protocol of the module
// has to state it. Members that belong to the main actor state that.

@ArchivableObject
nonisolated class Figure: Model {
  var label = ""
  weak var owner: Drawing?
  class var archiveSubclasses: [any ArchivableObject.Type] { [Dot.self] }
  init() {}
}

@ArchivableObject
final class Dot: Figure {
  var radius = 1.0
  var notes: [Note] = []
  override init() { super.init() }
  @MainActor func show() { Self.shown += 1 }
  @MainActor static var shown = 0
}

@ArchivableObject
final class Drawing {
  var figures: [Figure] = []
  var front: Figure?
  init() {}
}

@ArchivableObject
final class Holder<Content: ArchiveValue> {
  var content: Content
  init(_ content: Content) { self.content = content }
}

func checkClasses() throws {
  let drawing = Drawing()
  let dot = Dot()
  dot.radius = 2
  dot.label = "dot"
  dot.notes = [Note(title: "n", created: .distantPast)]
  dot.owner = drawing
  dot.show()
  drawing.figures = [dot, Figure()]
  drawing.front = dot
  for copy in [
    try KeyedArchive.decode(Drawing.self, from: KeyedArchive.encode(drawing)),
    try ColumnArchive.decode(Drawing.self, from: ColumnArchive.encode(drawing)),
  ] {
    let first = copy.figures[0] as? Dot
    expect(copy.front === first && first?.owner === copy && first?.radius == 2 && first?.label == "dot")
    expect(first?.notes == dot.notes && copy.figures.count == 2 && Dot.shown == 1)
  }
  let holder = try KeyedArchive.decode(Holder<Int>.self, from: KeyedArchive.encode(Holder(3)))
  expect(holder.content == 3)
}
