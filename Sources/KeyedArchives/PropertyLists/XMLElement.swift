/// The elements of property lists. The numbers are the bytes of their names.
enum XMLElement: UInt64 {
  case plist = 0x70_6C69_7374
  case array = 0x61_7272_6179
  case dict = 0x6469_6374
  case key = 0x6B_6579
  case string = 0x7374_7269_6E67
  case integer = 0x69_6E74_6567_6572
  case real = 0x7265_616C
  case date = 0x6461_7465
  case data = 0x6461_7461
  case `true` = 0x7472_7565
  case `false` = 0x66_616C_7365

  /// The name, for errors.
  var name: String { "\(self)" }
}

/// A start tag or an end tag.
struct XMLTag {
  /// The element; `nil` if property lists have none of that name.
  let element: XMLElement?
  let isEnd: Bool
  /// Whether it is a start tag and an end tag in one.
  let isEmpty: Bool
  /// The offset of its first byte.
  let start: Int
}
