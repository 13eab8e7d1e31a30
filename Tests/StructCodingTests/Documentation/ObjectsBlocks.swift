import Foundation
import StructCoding

// The code blocks of the guide on classes.

/// The types of the guide, whose names other tests may have.
enum ObjectsGuide {
  // OBJECTS folder
  @Archivable(className: "Folder")
  final class Folder {
    let name: String
    var children: [Folder] = []
    weak var parent: Folder?

    init(name: String) { self.name = name }

    func add(_ child: Folder) {
      children.append(child)
      child.parent = self
    }
  }

  // END

  static func run() throws -> [String] {
    let printed = PrintedLines()
    func print(_ items: Any...) { printed.printAll(items) }
    // OBJECTS folder
    let root = Folder(name: "root")
    let inbox = Folder(name: "inbox")
    root.add(inbox)
    root.add(inbox)

    let copy = try KeyedArchive.decode(Folder.self, from: KeyedArchive.encode(root))
    print(copy.children[0] === copy.children[1], copy.children[0].parent === copy)

    let both = try ColumnArchive.decode([Folder].self, from: ColumnArchive.encode([root, inbox]))
    print(both[0].children[0] === both[1], both[1].parent === both[0])
    // END
    return printed.lines
  }

  static func archiveChild() throws -> [String] {
    let printed = PrintedLines()
    func print(_ items: Any...) { printed.printAll(items) }
    let root = Folder(name: "root")
    let inbox = Folder(name: "inbox")
    root.add(inbox)
    // OBJECTS weak
    let alone = try KeyedArchive.decode(Folder.self, from: KeyedArchive.encode(inbox))
    print(inbox.parent?.name ?? "no parent", alone.parent?.name ?? "no parent")
    // END
    return printed.lines
  }
}

extension ObjectsGuide {
  // OBJECTS steps
  @Archivable(className: "Account")
  final class Account {
    let number: Int
    var limit = 100
    var owner: Holder?
    var bookings: [Double] = []
    @Transient private(set) var balance = 0.0

    init(number: Int) { self.number = number }

    func awakeAfterDecoding() throws {
      balance = bookings.reduce(0, +)
      guard balance >= -Double(limit) else { throw CocoaError(.coderInvalidValue) }
    }
  }

  @Archivable(className: "Holder")
  final class Holder {
    let name: String
    unowned let account: Account

    init(name: String, account: Account) {
      self.name = name
      self.account = account
    }
  }

  // END

  static func steps() throws -> [String] {
    let printed = PrintedLines()
    func print(_ items: Any...) { printed.printAll(items) }
    // OBJECTS steps
    let account = Account(number: 7)
    account.owner = Holder(name: "Ann", account: account)
    account.bookings = [20, 22]

    let same = try KeyedArchive.decode(Account.self, from: KeyedArchive.encode(account))
    print(same.balance, same.owner?.account === same)

    do {
      account.bookings = [-500]
      _ = try ColumnArchive.decode(Account.self, from: ColumnArchive.encode(account))
    } catch let error as ArchiveError {
      print(error.code, error.pathDescription)
    }
    // END
    return printed.lines
  }
}

extension ObjectsGuide {
  // OBJECTS hierarchy
  @Archivable(.superclass, className: "Shape")
  class Shape {
    var label: String

    class var archiveSubclasses: [any ArchivableObject.Type] { [Circle.self, Square.self] }

    init(label: String) { self.label = label }
  }

  @Archivable(className: "Circle")
  final class Circle: Shape {
    var radius: Double

    init(label: String, radius: Double) {
      self.radius = radius
      super.init(label: label)
    }
  }

  @Archivable(className: "Square")
  final class Square: Shape {
    var side = 1.0

    override init(label: String) { super.init(label: label) }
  }

  @Archivable(className: "Star")
  final class Star: Shape {
    override init(label: String) { super.init(label: label) }
  }

  // END

  static func shapes() throws -> [String] {
    let printed = PrintedLines()
    func print(_ items: Any...) { printed.printAll(items) }
    // OBJECTS hierarchy
    let shapes = [Circle(label: "a", radius: 2), Square(label: "b"), Shape(label: "c")]
    let back = try ColumnArchive.decode([Shape].self, from: ColumnArchive.encode(shapes))
    print(back.map { "\(type(of: $0)) \($0.label)" })

    do {
      _ = try KeyedArchive.encode([Shape(label: "a"), Star(label: "b")])
    } catch {
      print(error)
    }
    // END
    return printed.lines
  }
}

extension ObjectsGuide {
  // OBJECTS structs
  @Archivable(className: "Player")
  final class Player {
    let name: String
    var place: Seat?

    init(name: String) { self.name = name }
  }

  @Archivable(className: "Seat")
  struct Seat {
    var row = 0
    var column = 0
    var neighbour: Player?
  }

  @Archivable(className: "Game")
  struct Game {
    var players: [Player] = []
    var winner: Player?
  }

  // END

  static func structs() throws -> [String] {
    let printed = PrintedLines()
    func print(_ items: Any...) { printed.printAll(items) }
    // OBJECTS structs
    let ann = Player(name: "Ann")
    let bob = Player(name: "Bob")
    ann.place = Seat(row: 1, neighbour: bob)
    bob.place = Seat(row: 2, neighbour: ann)
    let game = Game(players: [ann, bob], winner: bob)

    let read = try ColumnArchive.decode(Game.self, from: ColumnArchive.encode(game))
    print(read.winner === read.players[1], read.players[0].place?.neighbour === read.winner)
    // END
    for player in [ann, bob] + read.players { player.place = nil }
    return printed.lines
  }
}

extension ObjectsGuide {
  // OBJECTS chain
  @Archivable(className: "Link")
  final class Link {
    var number: Int
    var next: Link?

    init(number: Int, next: Link? = nil) {
      self.number = number
      self.next = next
    }

    deinit {
      // Without this each link lets go of the next inside of its own deinit, and the stack ends.
      var rest = next
      next = nil
      while isKnownUniquelyReferenced(&rest), let link = rest {
        rest = link.next
        link.next = nil
      }
    }
  }

  // END

  static func chain() throws -> [String] {
    let printed = PrintedLines()
    func print(_ items: Any...) { printed.printAll(items) }
    // OBJECTS chain
    let chain = (0..<200_000).reduce(nil as Link?) { Link(number: $1, next: $0) }
    let limits = ArchiveLimits(maximumReferenceDepth: .max)
    let again = try KeyedArchive.decode(
      Link?.self, from: KeyedArchive.encode(chain), options: .init(limits: limits))
    print(again!.number, again!.next!.next!.number)
    // END
    return printed.lines
  }
}

extension ObjectsGuide {
  // OBJECTS byhand
  class Sensor: ArchivableObject {
    var name: String
    weak var hub: Hub?

    init(name: String) { self.name = name }

    class var archiveSchema: ArchiveSchema { schema }
    private static let schema = ArchiveSchema(className: "Sensor", fields: ["name", "hub"])
    class var archiveSubclasses: [any ArchivableObject.Type] { [Thermometer.self] }

    func encodeFields(to encoder: inout some FieldEncoder) throws {
      try encoder.encode(name, at: 0)
      try encoder.encodeConditional(hub, at: 1)
    }

    required init(fields decoder: inout some FieldDecoder) throws {
      name = try decoder.decode(at: 0)
    }

    func decodeReferences(from decoder: inout some FieldDecoder) throws {
      hub = try decoder.decodeWeak(at: 1)
    }
  }

  final class Thermometer: Sensor {
    var degrees = 0.0

    override class var archiveSchema: ArchiveSchema { schema }
    private static let schema = ArchiveSchema(
      className: "Thermometer", fields: ["degrees"], superclass: Sensor.archiveSchema)
    override class var archiveSubclasses: [any ArchivableObject.Type] { [] }

    override init(name: String) { super.init(name: name) }

    override func encodeFields(to encoder: inout some FieldEncoder) throws {
      try super.encodeFields(to: &encoder)
      try encoder.encode(degrees, at: 2)
    }

    required init(fields decoder: inout some FieldDecoder) throws {
      degrees = try decoder.decode(at: 2)
      try super.init(fields: &decoder)
    }
  }

  // END

  @Archivable(className: "Hub")
  final class Hub {
    var sensors: [Sensor] = []

    init() {}
  }
}
