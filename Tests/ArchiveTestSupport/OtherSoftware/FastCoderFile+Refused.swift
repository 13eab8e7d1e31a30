import ArchiveDocuments
import Foundation

extension FastCoderFile {
  /// What FastCoder does not read, and files of version 2.
  static let refused: [FastCoderFile] = [
    bytes("bad_empty"), bytes("bad_short_header", 0x54, 0x53, 0x41, 0x46, 3, 0, 3),
    bytes("bad_header_only", 0x54, 0x53, 0x41, 0x46, 3, 0, 3, 0),
    bytes("bad_magic", 0x46, 0x41, 0x53, 0x54, 3, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 45),
    bytes("bad_major_1", 0x54, 0x53, 0x41, 0x46, 1, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 45),
    bytes("bad_major_4", 0x54, 0x53, 0x41, 0x46, 4, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 45),
    file("bad_no_root", nil) { _ in }, file("bad_alias", nil) { $0.bytes(2, 0) },
    file("bad_type_49", nil) { $0.bytes(49) }, file("bad_type_255", nil) { $0.bytes(255) },
    file("bad_truncated_array", nil) { file in
      file.start(10, 2)
      file.bytes(45)
    },
    file("bad_truncated_int64", nil) { file in
      file.bytes(18)
      file.align(8)
      file.bytes(1, 2, 3)
    },
    file("hand_root_nil", nil) { $0.bytes(0) },
    // Zeros up to a multiple of 4 are missing.
    file("hand_data_pad_missing", nil) { file in
      file.start(21, 3)
      file.bytes(1, 2, 3)
    },
    bytes("hand_v2_truncated", 0x54, 0x53, 0x41, 0x46, 2, 0, 0, 0, 1, 0, 0, 0),
    bytes("hand_v2_bad_type", 0x54, 0x53, 0x41, 0x46, 2, 0, 0, 0, 1, 0, 0, 0, 40, 0, 0, 0),
    // FastCoder reads it, and so does safe loading there: here that refuses objects.
    FastCoderFile(
      name: "hand_v2_object_in_plist_mode",
      data: Data([
        0x54, 0x53, 0x41, 0x46, 2, 0, 3, 0, 1, 0, 0, 0, 21, 0, 0, 0, 0x41, 0, 0, 0, 1, 0, 0, 0, 0x61, 0, 0, 0,
        22, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0x78, 0, 0, 0,
      ]),
      content: .record(ArchiveNode.Fields(className: "A", ["a": "x"])), isPropertyList: false),
  ]

  private static func bytes(_ name: String, _ bytes: UInt8...) -> FastCoderFile {
    FastCoderFile(name: name, data: Data(bytes), content: nil, isPropertyList: false)
  }
}
