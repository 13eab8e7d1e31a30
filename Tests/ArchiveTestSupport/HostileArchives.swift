import Foundation

/// Property lists with one fault each, and a few odd ones without any, made here so that every clone tests them.
///
/// Their names are those of the files in `../shared/hostile`, of which these are likenesses and no copies.
public enum HostileArchives {
  /// One of them.
  public struct Case: Sendable, CustomStringConvertible {
    public let name: String
    /// A sentence that says what is wrong with it.
    public let fault: String
    public let data: Data

    public var description: String { "\(name): \(fault)" }
  }

  /// All of them, in the order of their names.
  public static let all: [Case] = (objects + tables + bytes + depths).sorted { $0.name < $1.name }

  private typealias Item = PlistBuilder.Item

  private static func archive(_ name: String, _ fault: String, _ objects: [Item]) -> Case {
    Case(name: name, fault: fault, data: PlistBuilder(objects).data())
  }

  // MARK: Objects

  /// An array with one string.
  private static let sound: [Item] = [.null, .list(class: 3, 2), .string("hi"), .classRecord("NSArray")]

  private static let objects = [
    archive("00-ok-array", "Nothing is wrong with it.", sound),
    archive(
      "02-mutual-dicts", "Two dictionaries contain each other.",
      [
        .null, .table(class: 4, [3: 2]), .table(class: 4, [3: 1]), .string("k"),
        .classRecord("NSDictionary"),
      ]),
    archive(
      "03-uid-out-of-range", "An element has a number past the end of the objects.",
      [.null, .list(class: 2, 99_999), .classRecord("NSArray")]),
    archive(
      "05-class-uid-out-of-range", "The class of an array has a number past the end of the objects.",
      [.null, .list(class: 50)]),
    archive("07-class-missing", "An object has no class.", [.null, .fields(["NS.objects": .array([])])]),
    archive(
      "08-classname-missing", "A class has no name.",
      [
        .null, .list(class: 2), .fields(["$classes": .array([.string("NSArray"), .string("NSObject")])]),
      ]),
    archive(
      "11-dict-value-unknown-class", "A value in a dictionary is of a class that nobody has.",
      [
        .null, .table(class: 4, [2: 3]), .string("k"), .record(class: 5, [:]),
        .classRecord("NSDictionary"), .classRecord("Evil"),
      ]),
    archive(
      "14-uuid-3-bytes", "A UUID has three bytes.",
      [.null, .record(class: 2, ["NS.uuidbytes": .data(Array("abc".utf8))]), .classRecord("NSUUID")]),
    archive(
      "16-date-string", "The time of a date is a string.",
      [.null, .record(class: 2, ["NS.time": .string("soon")]), .classRecord("NSDate")]),
    archive(
      "17-unexpected-class", "An element of an array is of a class that exists and that nobody asked for.",
      [
        .null, .list(class: 3, 2), .record(class: 4, [:]), .classRecord("NSArray"),
        .classRecord("NSOperationQueue"),
      ]),
    archive(
      "35-key-is-dict", "Nothing is wrong with it: the key of a dictionary is a dictionary.",
      [
        .null, .table(class: 4, [3: 2]), .string("v"), .table(class: 4, [:]),
        .classRecord("NSDictionary"),
      ]),
  ]

  // MARK: What is around the objects

  /// An archive whose faults are outside its objects.
  private static func archive(
    _ name: String, _ fault: String, _ objects: [Item] = [.null], _ change: (inout PlistBuilder) -> Void
  ) -> Case {
    var archive = PlistBuilder(objects)
    change(&archive)
    return Case(name: name, fault: fault, data: archive.data())
  }

  private static let tables = [
    archive("04-top-uid-out-of-range", "The root has a number past the end of the objects.") {
      $0.top = .fields(["root": .uid(77)])
    },
    archive("09-top-without-root", "There is an object, but no key of the root.", [.null, .string("x")]) {
      $0.top = .fields(["other": .uid(1)])
    },
    archive("23-trailer-num-2^60", "The trailer says that there are 2^60 entries.", sound) {
      ($0.statedCount, $0.statedTop) = (1 << 60, 0)
    },
    archive("24-trailer-top-2^40", "The trailer says that the topmost entry is number 2^40.", sound) {
      $0.statedTop = 1 << 40
    },
    archive("26-trailer-table-past-end", "The trailer says that the table is past the end.", sound) {
      $0.statedTable = 1 << 50
    },
    archive("29-objects-contains-itself", "The list of objects has itself as an object.") {
      $0.objects.append(.label("$objects"))
    },
    archive("30-uid-8-bytes", "The root has the largest number of eight bytes.", [.null, .null]) {
      $0.top = .fields(["root": .uid(.max)])
    },
    archive("34-nskeyed-top-array", "The table of roots is an array.") { $0.top = .array([.integer(1)]) },
  ]

  private static let bytes: [Case] = {
    let whole = PlistBuilder(sound).data()
    return [
      Case(
        name: "21-truncated-half", fault: "The second half is missing.", data: whole.prefix(whole.count / 2)),
      Case(
        name: "22-truncated-no-trailer", fault: "The last ten bytes are missing.", data: whole.dropLast(10)),
      Case(name: "33-empty", fault: "It is empty.", data: Data()),
    ]
  }()

  // MARK: Depth

  private static let depth = 100_000

  private static let depths = [
    archive("19-deep-100k-arrays", "100,000 arrays lie in one another, each an object of the archive.") {
      for number in 1...depth {
        // The names of fields are in the file once, as writers have it.
        func name(_ text: String) -> Item { number == 1 ? .labelled(text, .string(text)) : .label(text) }
        let elements: [Item] = number < depth ? [.uid(UInt64(number) + 1)] : []
        $0.objects.append(
          .dictionary([
            (name("NS.objects"), .array(elements)), (name("$class"), .uid(UInt64(depth) + 1)),
          ]))
      }
      $0.objects.append(.classRecord("NSArray"))
    },
    // The numbers of the entries lead from each to the next one. The builder lists all of them in entry 0, which is
    // above the topmost one.
    archive("31-deep-100k-plist", "100,000 arrays of the property list itself lie in one another.") {
      let chain = (2...depth).map { number in
        Item.raw([0xA1] + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) })
      }
      $0.root = .array(chain + [.array([])])
      ($0.referenceSize, $0.statedTop) = (4, 1)
    },
    Case(
      name: "32-deep-100k-xml", fault: "100,000 arrays of an XML property list lie in one another.",
      data: Data(
        (#"<?xml version="1.0" encoding="UTF-8"?><plist version="1.0">"#
          + String(repeating: "<array>", count: depth) + String(repeating: "</array>", count: depth)
          + "</plist>").utf8)),
  ]
}
