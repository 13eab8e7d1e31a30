import StructCoding

/// A bed that knows its garden, and the beds beside it.
@StructCoding.Archivable(.superclass, className: "Bed", formerly: ["GRDBed"])
open class Bed {
  public var name: String
  public weak var garden: Garden?
  public var neighbours: [Bed] = []

  open class var archiveSubclasses: [any ArchivableObject.Type] { [Greenhouse.self] }

  public init(name: String) { self.name = name }
}

@StructCoding.Archivable(className: "Greenhouse")
public final class Greenhouse: Bed {
  @StructCoding.Stored(formerly: "heat") public var degrees = 20.0

  public override init(name: String) { super.init(name: name) }
}

@StructCoding.Archivable(className: "Garden")
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
