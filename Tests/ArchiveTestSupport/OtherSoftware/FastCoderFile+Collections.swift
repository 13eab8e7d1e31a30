import ArchiveDocuments
import Foundation
import StructCoding

extension FastCoderFile {
  // MARK: Each thing once

  static let collections: [FastCoderFile] = [
    file("array_empty", objects: 1, []) { $0.start(10, 0) },
    file("array_nested", objects: 5, strings: 1, [[], [1, [2, [3]]], "end"]) { file in
      file.start(10, 3)
      file.start(10, 0)
      file.start(10, 2)
      file.bytes(45)
      file.start(10, 2)
      file.bytes(15, 2)
      file.start(10, 1)
      file.bytes(15, 3)
      file.string("end")
    },
    file("array_mutable", objects: 3, mutable("Array", [1, mutable("Array", []), []])) { file in
      file.start(25, 3)
      file.bytes(45)
      file.start(25, 0)
      file.start(10, 0)
    },
    file("set_empty", objects: 1, .set([])) { $0.start(11, 0) },
    file("set", objects: 1, strings: 2, .set([3, "b", "a"])) { file in
      file.start(11, 3)
      file.bytes(15, 3)
      file.string("b")
      file.string("a")
    },
    file("orderedset_empty", objects: 1, ordered([])) { $0.start(12, 0) },
    file("orderedset", objects: 1, strings: 1, ordered([3, 1, 2, "x"])) { file in
      file.start(12, 4)
      file.bytes(15, 3, 45, 15, 2)
      file.string("x")
    },
    file("orderedset_mutable", objects: 1, strings: 2, mutable("OrderedSet", ["z", "y"])) { file in
      file.start(27, 2)
      file.string("z")
      file.string("y")
    },
    file("dict_empty", objects: 1, .dictionary([])) { $0.start(9, 0) },
    // Values come before their keys.
    file("dict_one", objects: 1, strings: 2, ["key": "value"]) { file in
      file.start(9, 1)
      file.string("value")
      file.string("key")
    },
    file("dict_strings", objects: 3, strings: 3, ["c": ["a": "b"], "b": [true, .null], "a": 1]) { file in
      file.start(9, 3)
      file.start(9, 1)
      for text in ["b", "a", "c"] { file.string(text) }
      file.start(10, 2)
      // True, null, and the strings b and a.
      file.bytes(13, 1, 5, 0, 45, 5, 1)
    },
    file(
      "dict_mutable", objects: 2, strings: 2,
      mutable("Dictionary", ["a": mutable("Dictionary", .dictionary([])), "b": 2])
    ) { file in
      file.start(24, 2)
      file.start(24, 0)
      file.string("a")
      file.bytes(15, 2)
      file.string("b")
    },
  ]

  private static func ordered(_ content: ArchiveNode) -> ArchiveNode {
    .instance(ArchiveClass("NSOrderedSet"), content)
  }

  // MARK: Things that are there twice

  static let shared: [FastCoderFile] = [
    // Equal strings are one.
    file("string_alias", objects: 1, strings: 2, ["a", "b", "a", "b", "a"]) { file in
      file.start(10, 5)
      file.string("a")
      file.string("b")
      file.bytes(5, 0, 5, 1, 5, 0)
    },
    // Equal mutable ones are not, and have numbers among the objects.
    file(
      "string_mutable", objects: 4, strings: 1,
      graph(
        [.reference(0), .reference(0), mutable("String", "mut"), "mut", mutable("String", "")],
        mutable("String", "mut"))
    ) { file in
      file.start(10, 5)
      file.string("mut", type: 23)
      file.bytes(2, 0)
      file.string("mut", type: 23)
      file.string("mut")
      file.string("", type: 23)
    },
    // An array that cannot change has its number when it is complete.
    file("alias_array", objects: 3, graph([.reference(0), .reference(0), [1, 2]], [1, 2])) { file in
      file.start(10, 3)
      file.start(10, 2)
      file.bytes(45, 15, 2, 2, 0)
      file.start(10, 2)
      file.bytes(45, 15, 2)
    },
    file(
      "alias_date_data", objects: 3,
      graph(
        [.reference(0), .reference(1), .reference(0), .reference(1)],
        .date(Date(timeIntervalSinceReferenceDate: 1)), .data(Data([0x79, 0x79])))
    ) { file in
      file.start(10, 4)
      file.bytes(48)
      file.double(1)
      file.start(21, 2)
      file.bytes(0x79, 0x79, 0, 0, 2, 0, 2, 1)
    },
    file(
      "alias_dict_in_dict", objects: 2, strings: 3,
      graph(["p": .reference(0), "q": .reference(0)], ["x": 1])
    ) { file in
      file.start(9, 2)
      file.start(9, 1)
      file.bytes(45)
      file.string("x")
      file.string("p")
      file.bytes(2, 0)
      file.string("q")
    },
    // One that can change has its number before, and may contain itself.
    file("cycle_array", objects: 1, strings: 1, graph(.reference(0), mutable("Array", [.reference(0), "x"])))
    {
      $0.start(25, 2)
      $0.bytes(2, 0)
      $0.string("x")
    },
    // Numbers past 255 have two bytes. The array is 0, and the first date 1.
    file(
      "alias16_objects", objects: 300,
      .graph(
        ArchiveGraph(
          root: mutable(
            "Array",
            .array(
              (1..<300).map { number in
                [254, 255, 298].contains(number)
                  ? .reference([254: 0, 255: 1, 298: 2][number]!) : dateNode(number)
              } + [.reference(0), .reference(1), .reference(2)])),
          objects: [254, 255, 298].map(dateNode)))
    ) { file in
      file.start(25, 302)
      for number in 1..<300 {
        file.bytes(48)
        file.double(Double(number))
      }
      file.bytes(2, 254, 2, 255, 3)
      file.half(298)
    },
    file(
      "alias16_strings", objects: 1, strings: 300,
      .array((0..<300).map { .string("\($0)") } + ["255", "256", "299"])
    ) { file in
      file.start(10, 303)
      for number in 0..<300 { file.string("\(number)") }
      file.bytes(5, 255)
      for number: UInt16 in [256, 299] {
        file.bytes(6)
        file.half(number)
      }
    },
  ]

  private static func dateNode(_ number: Int) -> ArchiveNode {
    .date(Date(timeIntervalSinceReferenceDate: Double(number)))
  }
}
