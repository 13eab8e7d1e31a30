internal import ColumnArchives
public import StructCoding

@StructCoding.Archivable
public struct Box<Content: ArchiveValue & Hashable>: Hashable {
  public var content: Content
  public var others: [Content] = []

  public init(_ content: Content, others: [Content] = []) {
    self.content = content
    self.others = others
  }
}

/// Names that are keywords, and names that the generated code uses itself.
@StructCoding.Archivable
public struct `Protocol`: Hashable {
  public var `class`: String
  public var `self`: Int
  public var `init`: [String: Int]
  public var encoder, decoder, value, coder: Int

  public init(_ number: Int) {
    self.class = "class \(number)"
    self.`self` = number
    self.`init` = ["init": number]
    (encoder, decoder, value, coder) = (number, number, number, number)
  }
}

@StructCoding.Archivable
enum Plain: CaseIterable { case `switch`, `repeat` }

extension Box where Content == Int {
  public static var sample: Box { Box(1, others: [2, 3]) }
}

/// Uses what is internal here.
public func plainRoundTrip() throws -> Bool {
  try KeyedArchive.decode([Plain].self, from: KeyedArchive.encode(Plain.allCases)) == Plain.allCases
    && ColumnArchive.decode([Plain].self, from: ColumnArchive.encode(Plain.allCases)) == Plain.allCases
}
