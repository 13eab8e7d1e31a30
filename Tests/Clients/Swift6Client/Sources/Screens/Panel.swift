internal import ColumnArchives
public import StructCoding

// Classes in a module that is isolated to the main actor by default. A class that is archived is not isolated, nor are its
// subclasses. Members that belong to the main actor state it.

@ArchivableObject
public class Panel {
  public var title: String
  public weak var window: Window?

  public class var archiveSubclasses: [any ArchivableObject.Type] { [ListPanel.self] }

  public init(title: String) { self.title = title }
}

@ArchivableObject
public final class ListPanel: Panel {
  var rows: [String] = []

  public override init(title: String) { super.init(title: title) }

  @MainActor func show() { Self.shown.append(title) }
  @MainActor private static var shown: [String] = []
  @MainActor static var isShown: Bool { !shown.isEmpty }
}

@ArchivableObject
public final class Window {
  public var panels: [Panel] = []
  public var front: Panel?

  public init() {}

  func add(_ panel: Panel) {
    panels.append(panel)
    panel.window = self
  }
}

/// Archives on the main actor.
public func windowRoundTrip() throws -> Bool {
  let window = Window()
  let list = ListPanel(title: "List")
  list.rows = ["a", "b"]
  window.add(Panel(title: "Plain"))
  window.add(list)
  window.front = list
  list.show()
  let copies = [
    try KeyedArchive.decode(Window.self, from: KeyedArchive.encode(window)),
    try ColumnArchive.decode(Window.self, from: ColumnArchive.encode(window)),
  ]
  return ListPanel.isShown
    && copies.allSatisfy { copy in
      copy.front === copy.panels[1] && copy.panels[0].window === copy
        && (copy.panels[1] as? ListPanel)?.rows == ["a", "b"]
    }
}
