public import Foundation
public import StructCoding

@StructCoding.Archivable
public struct Library: Hashable {
  public var name: String
  public var shelves: [Shelf]
  public var opened: Date?
  @StructCoding.Stored("guests", formerly: "visitorCount") var visitors = 0
  private var note = "none"

  public init(name: String, shelves: [Shelf], opened: Date? = nil) {
    self.name = name
    self.shelves = shelves
    self.opened = opened
  }

  /// Nested, and known to old archives by the name of a class.
  @StructCoding.Archivable(className: "Shelf", formerly: ["LIBShelf"])
  public struct Shelf: Hashable {
    public var books: [Book]
    public var subject: Subject

    public init(books: [Book], subject: Subject) {
      self.books = books
      self.subject = subject
    }

    @StructCoding.Archivable
    public struct Book: Hashable {
      public let title: String
      public var state: State = .present
      public var size: (width: Double, height: Double) = (0, 0)

      public init(title: String) { self.title = title }

      public static func == (left: Book, right: Book) -> Bool {
        left.title == right.title && left.state == right.state && left.size == right.size
      }
      public func hash(into hasher: inout Hasher) { hasher.combine(title) }
    }
  }

  @StructCoding.Archivable
  public enum Subject: String, CaseIterable {
    case history, biology
    case `default`
  }

  @StructCoding.Archivable
  public enum State: Hashable {
    case present
    @StructCoding.Stored(formerly: "out") case lent(to: String, until: Date)
    case moved(Int, String?)
  }
}
