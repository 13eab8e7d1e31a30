import ColumnArchives
import StructCoding

extension Contender where Value: ArchiveValue {
  static func columnArchive(_ dataset: Dataset<Value>) -> Contender {
    Contender(.columnArchive, dataset.value) {
      try ColumnArchive.encode($0)
    } decode: {
      try ColumnArchive.decode(Value.self, from: $0)
    }
  }
}
