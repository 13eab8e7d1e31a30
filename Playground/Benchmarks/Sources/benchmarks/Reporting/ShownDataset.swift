/// A data set that tables and chart show, with the words that they have for it.
struct ShownDataset {
  let name: String
  let size: String

  static let all = [
    ShownDataset(name: "log", size: "10,000 lines"),
    ShownDataset(name: "mesh", size: "125,000 triangles"),
    ShownDataset(name: "minecraft_savedata", size: "500 players"),
    ShownDataset(name: "mk48", size: "1,000 game updates"),
    ShownDataset(name: "sessions", size: "20,000 events in 2,000 sessions"),
    ShownDataset(name: "one event", size: "a date and a string"),
  ]
}

extension Peer {
  /// Those that every data set has.
  static let shown: [Peer] = [.columnArchive, .keyedArchive, .protobuf, .propertyList, .json, .memcpy]

  var title: String {
    switch self {
    case .propertyList: "PropertyListEncoder"
    case .json: "JSONEncoder"
    case .memcpy: "copying the bytes"
    case .columnArchive, .keyedArchive, .protobuf, .foundationArchiver: rawValue
    }
  }

  /// The title in Markdown: names of types as code.
  var markdown: String {
    switch self {
    case .protobuf, .memcpy: title
    case .columnArchive, .keyedArchive, .propertyList, .json, .foundationArchiver: "`\(title)`"
    }
  }

  var isOurs: Bool { self == .columnArchive || self == .keyedArchive }
}
