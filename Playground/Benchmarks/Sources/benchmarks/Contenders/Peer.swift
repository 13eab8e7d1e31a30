/// The contenders, with their names in the table.
enum Peer: String {
  case columnArchive = "ColumnArchive"
  case keyedArchive = "KeyedArchive"
  case protobuf = "swift-protobuf"
  case json = "JSON"
  case propertyList = "property list"
  case foundationArchiver = "NSKeyedArchiver"
  case keyedXML = "KeyedArchive, XML"
  case propertyListXML = "property list, XML"
  case memcpy = "memcpy"
}
