import StructCoding

extension Contender where Value: ArchiveValue {
  static func keyedArchive(_ dataset: Dataset<Value>) -> Contender {
    Contender(.keyedArchive, dataset.value) {
      try KeyedArchive.encode($0)
    } decode: {
      try KeyedArchive.decode(Value.self, from: $0)
    }
  }

  /// Uses the XML format.
  static func keyedXML(_ dataset: Dataset<Value>) -> Contender {
    Contender(.keyedXML, dataset.value) {
      try KeyedArchive.encode($0, options: .init(outputFormat: .xml))
    } decode: {
      try KeyedArchive.decode(Value.self, from: $0)
    }
  }
}
