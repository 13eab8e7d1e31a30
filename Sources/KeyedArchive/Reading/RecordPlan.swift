internal import ArchiveValues

/// How the fields of a type are laid out in the dictionaries of one shape.
///
/// All objects of a class share the same key references in a file, so keys are matched to fields once a shape; for
/// every further object of the shape, one comparison of its key bytes finds the plan.
struct RecordPlan {
  /// What is needed for every object.
  var core: Core

  /// The part of a plan that is needed for every object, without references, so that it is read in place.
  struct Core {
    /// Where the key references of the first object of the shape are.
    var keysStart = 0
    /// How many entries the dictionary has; -1 stands for no plan.
    var entryCount = -1
    /// The position of `$class` among the entries; -1 when there is none.
    var classPosition = -1
    /// The reference to `$class` that was found to name the right class, or -1.
    var verifiedClass = -1
    /// The slots of a struct, the same as `slotBases[0]`.
    var structSlots = -1
    /// The position of the version of a struct among the entries; -1 when there is none.
    var versionPosition = -1
    /// The reference to a version that was found to be that of the type, or one that it accepts; -1 before.
    var verifiedVersion = -1
    /// Whether the version of a record matters: there is one, or the type has one.
    var isVersioned = false
  }

  /// For each case of the schema, where its slots begin in `ObjectTableReader.slots`; -1 until the case is first met.
  var slotBases: [Int]
  /// The position of the name of an enumeration's case; -1 when there is none.
  let casePosition: Int
}

extension ArchiveSchema.Case {
  /// For each field, the position of its present name among the keys, else that of the first former name that is
  /// there; -1 when there is none.
  func slots(among keys: [String]) -> [Int32] {
    let positions = Dictionary(zip(keys, keys.indices), uniquingKeysWith: { $1 })
    func position(_ name: String) -> Int? { positions[ObjectTableWriter.escaped(name)] }
    return fields.map { field in
      let found =
        position(field) ?? formerFields[field]?.lazy.compactMap { position($0) }.first
      return Int32(found ?? -1)
    }
  }
}
