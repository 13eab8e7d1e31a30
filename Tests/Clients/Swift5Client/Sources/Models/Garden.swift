public import StructCoding

/// A bed that knows its garden, and the beds beside it. A class that others inherit from states that it awakes.
@StructCoding.ArchivableObject(className: "Bed", formerly: ["GRDBed"])
open class Bed: AwakesAfterDecoding {
  public var name: String
  @StructCoding.Transient public internal(set) var label = ""
  public weak var garden: Garden?
  public var neighbours: [Bed] = []

  open class var archiveSubclasses: [any ArchivableObject.Type] { [Greenhouse.self] }

  public init(name: String) { self.name = name }

  open func awakeAfterDecoding() throws { label = "bed \(name) with \(neighbours.count) neighbours" }
}

@StructCoding.ArchivableObject(className: "Greenhouse")
public final class Greenhouse: Bed {
  @StructCoding.Stored(formerly: "heat") public var degrees = 20.0

  public override init(name: String) { super.init(name: name) }

  public override func awakeAfterDecoding() throws {
    try super.awakeAfterDecoding()
    label += ", \(degrees) degrees"
  }
}

@StructCoding.ArchivableObject(className: "Garden")
public final class Garden {
  public private(set) var beds: [Bed] = []
  public var byName: [String: Bed] = [:]

  public init() {}

  public func add(_ bed: Bed) {
    beds.append(bed)
    byName[bed.name] = bed
    bed.garden = self
  }
}
