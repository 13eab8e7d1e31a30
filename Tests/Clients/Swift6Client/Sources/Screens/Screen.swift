internal import ColumnArchives
public import Foundation
public import StructCoding

// A module that is isolated to the main actor by default, as that of an app's interface.

@Archivable
public struct Screen: Equatable {
  public var title: String
  @Stored(formerly: "page") public var tab: Tab
  public var history: [Visit] = []
  private var scroll: (x: Double, y: Double) = (0, 0)

  public init(title: String, tab: Tab) {
    self.title = title
    self.tab = tab
  }

  public static func == (left: Screen, right: Screen) -> Bool {
    (left.title, left.tab, left.history) == (right.title, right.tab, right.history)
  }

  @Archivable
  public struct Visit: Equatable {
    public var page: URL
    public var seconds: Double?
  }

  @Archivable
  public enum Tab: Equatable {
    @Stored("first") case start
    case search(String, scope: Scope)
  }

  @Archivable
  public enum Scope: String { case all, recent }
}

/// Usable off the main actor as well.
@Archivable
nonisolated public struct Wrapped<Content: ArchiveValue & Equatable & Sendable>: Equatable, Sendable {
  public var content: Content
  public init(_ content: Content) { self.content = content }
}

/// Archives on the main actor.
public func screenRoundTrip() throws -> Bool {
  var screen = Screen(title: "Start", tab: .search("tea", scope: .recent))
  screen.history = [Screen.Visit(page: URL(fileURLWithPath: "/a"), seconds: nil)]
  let columns = try ColumnArchive.encode([screen])
  return try KeyedArchive.decode([Screen].self, from: KeyedArchive.encode([screen])) == [screen]
    && ColumnArchive.decode([Screen].self, from: columns) == [screen]
    && ColumnArchive(columns).values(at: Screen.path.history.page) == screen.history.map(\.page)
}
