internal import ArchiveBytes
internal import ArchiveValues

/// The layout of a type's fields in the dictionaries of one shape.
///
/// All objects of a class share the same key references in a file, so keys are matched to fields once per shape. For
/// every further object of the shape, one comparison of its key bytes finds the plan.
struct RecordPlan {
  /// The data needed for every object.
  var core: Core

  /// The part of a plan needed for every object, without references, so that it can be read in place.
  struct Core {
    /// The offset of the key references of the first object of the shape.
    var keysStart = 0
    /// The number of entries in the dictionary; -1 for no plan.
    var entryCount = -1
    /// The position of `$class` among the entries; -1 if there is none.
    var classPosition = -1
    /// The reference to a `$class` known to name the right class, or -1.
    var verifiedClass = -1
    /// The first slot of a struct, equal to `slotBases[0]`.
    var structSlots = -1
    /// The position of a struct's version among the entries; -1 if there is none.
    var versionPosition = -1
    /// The reference to a version known to be the type's, or accepted by it; -1 before.
    var verifiedVersion = -1
    /// Whether to check versions: the record or the type has one.
    var isVersioned = false
  }

  /// For each case of the schema, the index of its first slot in `ObjectTableReader.slots`; -1 until the case first
  /// occurs.
  var slotBases: [Int]
  /// The position of the case name of an enumeration; -1 if there is none.
  let casePosition: Int
  /// The number of the plan among those known from earlier archives; -1 if it is not kept.
  var known = -1
}

extension ArchiveSchema.Case {
  /// Returns, for each field, the position of its current name among the keys, or else of the first former name
  /// present; -1 if there is none.
  func slots(among keys: [String]) -> [Int32] {
    let positions = NamePositions(keys)
    func position(_ name: String) -> Int? { positions[name.fieldKey] }
    return fields.map { field in
      let found =
        position(field) ?? formerFields[field]?.lazy.compactMap { position($0) }.first
      return Int32(found ?? -1)
    }
  }
}
