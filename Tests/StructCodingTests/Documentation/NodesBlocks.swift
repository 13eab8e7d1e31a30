import ArchiveDocuments
import FastCoding
import Foundation
import StructCoding

// The code blocks of the guide on nodes.

/// The types of the guide, whose names other tests may have.
enum NodesGuide {
  // NODES read
  @Archivable(className: "Session")
  struct Session: Equatable {
    var startTime: Date
    var events: [Event]
  }

  @Archivable(className: "Event")
  struct Event: Equatable {
    var tag: String
    var seconds = 0.0
  }

  // END

  static var sample: Session {
    // NODES read
    let session = Session(
      startTime: Date(timeIntervalSinceReferenceDate: 800_000_000),
      events: [Event(tag: "open", seconds: 2), Event(tag: "shut", seconds: 60.5)])
    // END
    return session
  }

  static func read() throws -> [String] {
    let printed = PrintedLines()
    func print(_ items: Any...) { printed.printAll(items) }
    let session = sample
    // NODES read
    let data = try KeyedArchive.encode(session)

    let document = try ArchiveDocument(data)
    print(document.format)
    print(document.node.formatted(depth: 4))
    // END
    return printed.lines
  }

  static func navigate() throws -> [String] {
    let printed = PrintedLines()
    func print(_ items: Any...) { printed.printAll(items) }
    let document = try ArchiveDocument(KeyedArchive.encode(sample))
    // NODES navigate
    let node = document.node
    print(node.className!, node["events"]!.count, node["events"]![0]!["tag"]!)
    print(node[path: "events[1].seconds"]?.doubleValue ?? 0)
    for match in node.matches(of: "events[*].tag") { print(match.path, match.node) }
    print(node.all(ofClass: "Event").map { "\($0.path)" })
    do {
      _ = try node.part(at: "events[1].second")
    } catch {
      print(error)
    }
    // END
    return printed.lines
  }

  static func edit() throws -> [String] {
    let printed = PrintedLines()
    func print(_ items: Any...) { printed.printAll(items) }
    let document = try ArchiveDocument(KeyedArchive.encode(sample))
    // NODES edit
    var edited = document.node
    edited[path: "events[1].tag"] = "close"
    edited["events"]?.append(.object("Event", ["tag": "open", "seconds": 75.0]))
    edited["startTime"] = nil
    edited["note"] = "by hand"
    for difference in edited.differences(from: document.node) { print(difference) }
    // END
    return printed.lines
  }

  static func write() throws -> [String] {
    let printed = PrintedLines()
    func print(_ items: Any...) { printed.printAll(items) }
    var document = try ArchiveDocument(KeyedArchive.encode(sample))
    // NODES write
    document.node[path: "events[1].tag"] = "close"
    for format in ArchiveFormat.standard {
      let data = try document.data(as: format)
      let session = try ArchiveDocument(data).node.decode(Session.self)
      print(format, data.count, "bytes:", session.events[1].tag)
    }
    // END
    return printed.lines
  }

  static func graph() throws -> [String] {
    let printed = PrintedLines()
    func print(_ items: Any...) { printed.printAll(items) }
    // NODES graph
    var graph = ArchiveGraph()
    let ann = graph.add(.object("Person", ["name": "Ann"]))
    let bob = graph.add(.object("Person", ["name": "Bob", "friend": ann]))
    graph[ann]?["friend"] = bob
    graph.root = [ann, bob]
    let people = ArchiveNode.graph(graph)
    print(people)

    let copy = try KeyedArchive(KeyedArchive.encode(people)).node()
    print(copy == people, copy.hasSameSharing(as: people), copy[path: "[0].friend.friend.name"]!)
    // END
    return printed.lines
  }

  static func json() throws -> [String] {
    let printed = PrintedLines()
    func print(_ items: Any...) { printed.printAll(items) }
    let session = sample
    // NODES json
    let node = try ArchiveNode(encoding: session)
    print(String(decoding: try node.jsonData(isPretty: false), as: UTF8.self))
    print(try ArchiveNode(json: node.jsonData()) == node)
    let plain = try node.plainJSON(isPretty: false)
    print(String(decoding: plain.data, as: UTF8.self))
    print(plain.losses)
    // END
    return printed.lines
  }
}

extension NodesGuide {
  // NODES bootstrap
  @Archivable(className: "Person")
  final class Person {
    var name: String
    var friends: [Person] = []
    weak var best: Person?

    init(name: String) { self.name = name }
  }

  // END

  static func bootstrap() throws -> [String] {
    let printed = PrintedLines()
    func print(_ items: Any...) { printed.printAll(items) }
    // NODES bootstrap
    let text = """
      {
        "$class": "Person", "name": "Ann",
        "best": {"$alias": "friends.0"},
        "friends": [
          {"$class": "Person", "name": "Ben", "friends": [{"$alias": ""}]},
          {"$class": "Person", "name": "Cleo", "best": {"$alias": "best"}}
        ]
      }
      """
    let person = try ArchiveBootstrap.decode(Person.self, from: Data(text.utf8))
    print(person.friends.map(\.name), person.best === person.friends[0])
    print(person.friends[0].friends[0] === person, person.friends[1].best === person.best)
    // END
    person.friends = []
    return printed.lines
  }

  static func plainer() throws -> [String] {
    let printed = PrintedLines()
    func print(_ items: Any...) { printed.printAll(items) }
    // NODES plainer
    let document: ArchiveNode = [
      "startTime": "2026-05-01T10:30:00Z",
      "events": [["tag": "open"], ["tag": "close", "seconds": 3]],
    ]
    let bootstrap = try ArchiveBootstrap(document)
    print(try bootstrap.decode(Session.self).events.map(\.seconds))
    print(try bootstrap.node(as: Session.self))
    // END
    return printed.lines
  }

  static func mistakes() throws -> [String] {
    let printed = PrintedLines()
    func print(_ items: Any...) { printed.printAll(items) }
    // NODES mistakes
    let types = ArchiveTypes(Session.self, Person.self)
    for text in [
      #"{"$class": "Sesion", "events": []}"#,
      #"{"$class": "Person", "friends": [{"$class": "Person", "nam": "Ben"}]}"#,
      #"{"friends": [{"best": {"$alias": "freinds.0"}}]}"#,
      #"{"$klass": "Person"}"#,
    ] {
      do {
        _ = try ArchiveBootstrap(json: Data(text.utf8), types: types)
      } catch {
        print(error)
      }
    }
    // END
    return printed.lines
  }

  static func fastCoding() throws -> [String] {
    let printed = PrintedLines()
    func print(_ items: Any...) { printed.printAll(items) }
    let session = sample
    // NODES fast
    let data = try FastCodingArchive.encode(session)
    print(try FastCodingArchive.decode(Session.self, from: data) == session)

    let node = try FastCodingArchive(data, options: .init(classes: .types(Session.self, Event.self))).node()
    print(node["events"]!)
    print(try FastCodingArchive.encode(node) == data)

    do {
      _ = try FastCodingArchive(data).node()
    } catch {
      print(error)
    }
    // END
    return printed.lines
  }
}
