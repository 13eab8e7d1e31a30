import ArchiveDocuments
import Foundation
import StructCoding

extension FastCoderFile {
  // MARK: Objects by their properties

  static let objects: [FastCoderFile] =
    [
      file(
        "person", objects: 3, classes: 1, strings: 2, isPropertyList: false,
        record("Person", ["name": "Al", "friends": [record("Person", ["name": "Bob"])]])
      ) { file in
        file.classDefinition("Person", "name", "friends")
        file.bytes(30, 0)
        file.string("Al")
        file.start(10, 1)
        file.bytes(30, 0)
        file.string("Bob")
        file.bytes(0)
      },
      file(
        "persons", objects: 5, classes: 1, strings: 2, isPropertyList: false,
        graph(
          [.reference(0), .reference(1), record("Person", [:]), .reference(0)],
          record("Person", ["name": "Al", "friends": [.reference(1)]]), record("Person", ["name": "Bob"]))
      ) { file in
        file.start(10, 4)
        file.classDefinition("Person", "name", "friends")
        file.bytes(30, 0)
        file.string("Al")
        file.start(10, 1)
        file.bytes(30, 0)
        file.string("Bob")
        // No friends; the second person; one without a name and friends; the first person.
        file.bytes(0, 2, 1, 30, 0, 0, 0, 2, 0)
      },
      file(
        "virtual_properties", objects: 1, classes: 1, strings: 1, isPropertyList: false,
        record("Virtual", ["text": "t", "ro": 77])
      ) { file in
        file.classDefinition("Virtual", "text", "ro")
        file.bytes(30, 0)
        file.string("t")
        file.bytes(15, 77)
      },
      file(
        "prefer_fast_coding", objects: 1, classes: 1, strings: 1, isPropertyList: false,
        record("Both", ["text": "fast"])
      ) { file in
        file.classDefinition("Both", "text")
        file.bytes(30, 0)
        file.string("fast")
      },
      // Numbers of classes past 255 have two bytes.
      file(
        "object16", objects: 302, classes: 300, isPropertyList: false,
        mutable("Array", .array((0..<300).map { record("K\($0)", ["v": 7]) } + [record("K299", ["v": 1])]))
      ) { file in
        file.start(25, 301)
        for number in 0..<300 {
          file.classDefinition("K\(number)", "v")
          object(&file, number)
          file.bytes(15, 7)
        }
        object(&file, 299)
        file.bytes(45)
      },
    ] + bootstrapped

  private static func object(_ file: inout HandMade, _ number: Int) {
    if number < 256 {
      file.bytes(30, UInt8(number))
    } else {
      file.bytes(31)
      file.half(UInt16(number))
    }
  }

  // MARK: Documents

  private static let bootstrapped: [FastCoderFile] = [
    file(
      "boot_alias", objects: 2, strings: 5,
      source: #"{"foo": {"$alias": "bar.1"}, "bar": ["Goodbye", "Cruel", "World"]}"#,
      ["bar": ["Goodbye", "Cruel", "World"], "foo": "Cruel"]
    ) { file in
      file.start(9, 2)
      file.start(10, 3)
      for text in ["Goodbye", "Cruel", "World", "bar"] { file.string(text) }
      file.bytes(5, 1)
      file.string("foo")
    },
    file(
      "boot_alias_object", objects: 4, strings: 6,
      source: #"{"foo": {"baz": {"text": "Hi"}}, "bar": {"baz": {"$alias": "foo.baz"}, "two": 2}}"#,
      graph(["bar": ["two": 2, "baz": .reference(0)], "foo": ["baz": .reference(0)]], ["text": "Hi"])
    ) { file in
      file.start(9, 2)
      file.start(9, 2)
      file.bytes(15, 2)
      file.string("two")
      file.start(9, 1)
      for text in ["Hi", "text", "baz", "bar"] { file.string(text) }
      file.start(9, 1)
      // The dictionary that was complete first, and the third string.
      file.bytes(2, 0, 5, 3)
      file.string("foo")
    },
    file(
      "boot_class_known", objects: 3, classes: 1, strings: 2, isPropertyList: false,
      source: #"{"$class": "Person", "name": "Ann", "friends": [{"$class": "Person", "name": "Ben"}]}"#,
      record("Person", ["name": "Ann", "friends": [record("Person", ["name": "Ben"])]])
    ) { file in
      file.classDefinition("Person", "name", "friends")
      file.bytes(30, 0)
      file.string("Ann")
      file.start(10, 1)
      file.bytes(30, 0)
      file.string("Ben")
      file.bytes(0)
    },
    file(
      "boot_class_unknown", objects: 3, classes: 1, strings: 1, isPropertyList: false,
      source: #"[{"$class": "Foo", "one": 1, "two": "Hi"}, {"$class": "Foo", "one": 2}]"#,
      [record("Foo", ["two": "Hi", "one": 1]), record("Foo", ["one": 2])]
    ) { file in
      file.start(10, 2)
      file.classDefinition("Foo", "two", "one")
      file.bytes(30, 0)
      file.string("Hi")
      file.bytes(45, 30, 0, 0, 15, 2)
    },
  ]

  // MARK: Objects that write themselves

  static let coded: [FastCoderFile] = [
    file(
      "nscoded_empty", objects: 3, strings: 1, isPropertyList: false,
      [record("Empty", [:]), record("Empty", [:])]
    ) { file in
      file.start(10, 2)
      file.bytes(43)
      file.string("Empty")
      file.bytes(0, 43, 5, 0, 0)
    },
    file(
      "nscoded_scalars", objects: 2, strings: 7, isPropertyList: false,
      record(
        "Scalars",
        [
          "b": true, "i": 70_000, "n": -5, "i64": 1_099_511_627_776, "f": .float(1.5),
          "y": .data(Data([1, 2, 3])),
        ])
    ) { file in
      file.bytes(43)
      file.string("Scalars")
      file.bytes(13)
      file.string("b")
      file.bytes(17)
      file.word(70_000)
      file.string("i")
      file.bytes(15, 0xFB)
      file.string("n")
      file.bytes(18)
      file.long(1 << 40)
      file.string("i64")
      file.bytes(19)
      file.float(1.5)
      file.string("f")
      file.start(21, 3)
      file.bytes(1, 2, 3, 0)
      file.string("y")
      file.bytes(0)
    },
    // One of its objects was written before.
    file(
      "nscoded_conditional", objects: 3, strings: 2, isPropertyList: false,
      graph([.reference(0), record("Cond", ["b": .reference(0)])], mutable("Array", []))
    ) { file in
      file.start(10, 2)
      file.start(25, 0)
      file.bytes(43)
      file.string("Cond")
      file.bytes(2, 0)
      file.string("b")
      file.bytes(0)
    },
    embedded("keyed_archive_root", after: nil), embedded("keyed_archive_at_0", after: 0),
    embedded("keyed_archive_at_1", after: 1),
    // FastCoder does not read what it writes at such an offset.
    embedded("keyed_archive_at_3", after: 3),
  ]

  /// A keyed archive as GNUstep writes it, after a few numbers in an array; alone without a count.
  private static func embedded(_ name: String, after filler: Int?) -> FastCoderFile {
    var archive = PlistBuilder()
    archive.isCompact = true
    archive.root = .fields([
      "$objects": .array([
        .null, .fields(["text": .uid(2), "$class": .uid(3)]), .string("foo"),
        .fields([
          "$classes": .array([.string("KA"), .string("NSObject")]), "$classname": .string("KA"),
        ]),
      ]),
      "$archiver": .string("NSKeyedArchiver"), "$version": .integer(100_000),
      "$top": .fields(["root": .uid(1)]),
    ])
    let bytes = archive.data()
    let object = record("KA", ["text": "foo"])
    let content = filler.map { mutable("Array", .array(Array(repeating: 1, count: $0) + [object])) } ?? object
    return file(name, objects: filler == nil ? 2 : 3, isPropertyList: false, filler == 3 ? nil : content) {
      file in
      if let filler {
        file.start(25, UInt32(filler) + 1)
        for _ in 0..<filler { file.bytes(45) }
      }
      file.bytes(47)
      file.start(21, UInt32(bytes.count))
      file.append(bytes)
      file.align(4)
    }
  }
}
