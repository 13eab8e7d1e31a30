import SwiftSyntax

/// Writes the lines for properties: the lines of a struct's table, and the lines that store and read the fields of a
/// struct or a class.
///
/// Properties that are stored flat come last, since only their types know how many positions they take.
struct FieldEmission {
  /// The properties that are not stored flat.
  private let fields: [Field]
  private let positions: [String: Int]
  private let compositions: [Field]
  /// The offset added to each position, as an expression: the number of fields of the superclasses.
  private let firstPosition: String?
  private let sourceLines: SourceLines
  private let isNested: Bool

  init(_ fields: [Field], _ plan: ArchivePlan, inherits: Bool = false) {
    sourceLines = SourceLines(plan)
    isNested = !plan.subject.scopes.isEmpty
    firstPosition = inherits ? "Self._archiveFirstField" : nil
    self.fields = fields.filter { $0.method != .composition }
    positions = Dictionary(zip(self.fields.map(\.storedName), 0...), uniquingKeysWith: { first, _ in first })
    compositions = fields.compositions
  }

  /// The lines of a table.
  var tableLines: [String] {
    func name(_ field: Field) -> String {
      field.storedName.literal + (field.formerNamesLiteral.map { ", formerly: \($0)" } ?? "")
    }
    return SourceLines.ended(
      fields.flatMap { field in
        sourceLines.using(tableLine(field, name(field)), of: field)
          + (field.isolatesFailures ? ["fields.isolateFailures()"] : [])
      }
        + compositions.flatMap { field in
          sourceLines.using(
            "fields.composition(\(name(field)), \\.\(field.name?.text ?? ""))", of: field)
        })
  }

  var encodeLines: [String] {
    SourceLines.ended(
      fields.flatMap { field in sourceLines.using(encodeLine(field), of: field) }
        + compositions.flatMap { field in
          sourceLines.using(
            "try encoder.encodeComposition(\(field.access), at: \(position(ofComposition: field)))",
            of: field
          )
        })
  }

  var decodeLines: [String] {
    SourceLines.ended(
      Field.Phase.allCases.flatMap { phase in
        fields.filter { $0.phase == phase && !$0.isWriteOnly }.flatMap(decodeLines)
          + compositions.filter { $0.phase == phase }.flatMap {
            sourceLines.using(compositionLine($0), of: $0)
          }
      })
  }

  /// The lines that initialise an instance before the superclass does. Properties that are read later keep their
  /// initial value until then.
  var initialLines: [String] {
    SourceLines.ended(
      Field.Phase.allCases.flatMap { phase in
        fields.flatMap { field -> [String] in
          guard field.phase == phase, !field.isWriteOnly, !field.needsInstance else { return [] }
          guard field.isDeferred else { return decodeLines(of: field) }
          return field.emptyValue.map { ["\(field.access) = \($0)"] } ?? []
        }
      })
  }

  /// The lines to run after the superclass has initialised its part.
  var lateLines: [String] {
    SourceLines.ended(fields.filter(\.needsInstance).flatMap(decodeLines))
  }

  /// The lines that read the properties left out of `initialLines`: sets and dictionaries last, since their elements
  /// are hashed and may include the instance itself.
  var deferredLines: [String] {
    SourceLines.ended(
      [false, true].flatMap { isHashed in
        fields.filter { $0.isDeferred && $0.isHashed == isHashed && !$0.isWriteOnly }.flatMap(decodeLines)
      })
  }

  /// The position of the first field of a property that is stored flat, as an expression.
  private func position(ofComposition field: Field) -> String {
    let index = compositions.prefix { $0.storedName != field.storedName }.count
    return index == 0 ? "\(fields.count)" : "Self.archiveSchema._position(ofComposition: \(index))"
  }

  private func place(of field: Field) -> String {
    let position = positions[field.storedName, default: 0]
    return firstPosition.map { "\($0) + \(position)" } ?? "\(position)"
  }

  private func encodeLine(_ field: Field) -> String {
    let (property, position) = (field.access, place(of: field))
    switch field.referenceModifier?.text {
    case "weak": return "try encoder.encodeWeak(\(property), at: \(position))"
    case "unowned": return "try encoder.encodeUnowned(\(property), at: \(position))"
    default: break
    }
    guard let labels = field.tupleLabels else {
      return "try encoder.encode(\(property), at: \(position)\(method(of: field)))"
    }
    let parts = labels.indices.map { "\(property).\($0)" }.joined(separator: ", ")
    return "try encoder._encodeTuple(\(parts), at: \(position))"
  }

  private func decodeLines(of field: Field) -> [String] { sourceLines.using(decodeLine(field), of: field) }

  private func decodeLine(_ field: Field) -> String {
    let position = place(of: field)
    if field.method == .constant { return "try decoder._check(\(field.access), at: \(position))" }
    if field.referenceModifier?.text == "unowned" {
      return "\(field.access) = try decoder.decodeUnowned(at: \(position))"
    }
    if field.referenceModifier?.text == "weak", field.policy == .throwError, field.defaultValue == nil {
      return "\(field.access) = try decoder.decodeWeak(at: \(position))"
    }
    if let labels = field.tupleLabels {
      let assignment =
        "\(target(of: field, labels: labels)) = try decoder._decodeTuple(at: \(position))"
      return field.phase == .defaulted
        ? "if decoder.hasField(at: \(position)) { \(assignment) }" : assignment
    }
    let read = "decode(at: \(position)\(method(of: field)))"
    switch field.policy {
    case .throwError, .dropElements:
      if let value = defaultValue(of: field) {
        return
          "\(field.access) = try decoder.hasField(at: \(position)) ? decoder.\(read) : \(value)"
      }
      let assignment = "\(field.access) = try decoder.\(read)"
      return field.phase == .defaulted
        ? "if decoder.hasField(at: \(position)) { \(assignment) }" : assignment
    case .fallbackToDefaultValue:
      let call =
        defaultValue(of: field).map { "decode(at: \(position), orDefault: \($0))" }
        ?? (field.phase == .defaulted
          ? "_decode(at: \(position), orKeep: \(field.access))" : "decode(at: \(position), orDefault: nil)")
      return "\(field.access) = try decoder.\(call) { try $0.\(read) }"
    case .debugAssertNil:
      return
        "\(field.access) = try decoder._decode(at: \(position), orAssertNil: { try $0.\(read) })"
    }
  }

  private func compositionLine(_ field: Field) -> String {
    let position = position(ofComposition: field)
    // If its fields are missing, an optional is nil.
    let call =
      field.isOptional
      ? "decodeComposition(at: \(position))"
      : defaultValue(of: field).map { "decodeComposition(at: \(position), orDefault: \($0))" }
        ?? (field.phase == .defaulted
          ? "_decodeComposition(at: \(position), orKeep: \(field.access))"
          : "decodeComposition(at: \(position))")
    return "\(field.access) = try decoder.\(call)"
  }

  private func tableLine(_ field: Field, _ name: String) -> String {
    let path = "\\.\(field.name?.text ?? "")"
    guard let labels = field.tupleLabels else {
      return "fields.field(\(name), \(path)\(method(of: field)))"
    }
    let parts = labels.indices.map { "\(path).\($0)" }.joined(separator: ", ")
    return "fields.tuple(\(name), \(parts))"
  }

  /// The last argument of the calls for a field with its own storage method.
  private func method(of field: Field) -> String {
    if field.policy == .dropElements { return ", as: .droppingElements()" }
    guard case .call(let method)? = field.method else { return "" }
    return ", as: \(members(of: field).method.map { "Self.\($0.name)" } ?? method)"
  }

  private func defaultValue(of field: Field) -> String? {
    members(of: field).defaultValue.map { "Self.\($0.name)" } ?? field.defaultValue?.trimmedDescription
  }

  private func members(of field: Field) -> StoredMembers { StoredMembers(of: field, isNested: isNested) }

  /// Returns the target of the assignment. A labelled tuple is assigned part by part, because the compiler does not
  /// convert a tuple made from a pack to a labelled one.
  private func target(of field: Field, labels: [String?]) -> String {
    guard labels.contains(where: { $0 != nil }) else { return field.access }
    return "(" + labels.indices.map { "\(field.access).\($0)" }.joined(separator: ", ") + ")"
  }
}

extension Field {
  /// Whether a property of a class is read after the instance exists, so that objects that it refers to may refer back:
  /// a variable with an initial value, or one whose type, as written, has an empty value.
  fileprivate var isDeferred: Bool {
    !isConstant && !isObserved && !mayBeWrapped && (initialValue != nil || emptyValue != nil)
  }

  /// Whether reading the property may use its present value through its wrapper, which needs an instance.
  fileprivate var needsInstance: Bool {
    mayBeWrapped && phase == .defaulted && policy == .fallbackToDefaultValue && defaultValue == nil
  }

  /// Whether an unreadable value leaves others readable, since it is replaced or never read.
  fileprivate var isolatesFailures: Bool { policy.replacesValue || isWriteOnly }

  /// Whether the type, as written, hashes its elements.
  fileprivate var isHashed: Bool {
    guard let type = type?.withoutParentheses else { return false }
    let wrapped = type.as(OptionalTypeSyntax.self)?.wrappedType ?? type
    return wrapped.is(DictionaryTypeSyntax.self)
      || ["Set", "Dictionary"].contains(wrapped.nominalPath.last ?? "")
  }

  /// The value of a property until it is read, if its type, as written, has an empty value.
  fileprivate var emptyValue: String? {
    guard initialValue == nil, let type = type?.withoutParentheses else { return nil }
    if isOptional { return "nil" }
    if type.is(DictionaryTypeSyntax.self) || type.nominalPath.last == "Dictionary" { return "[:]" }
    let isList = type.is(ArrayTypeSyntax.self) || ["Array", "Set"].contains(type.nominalPath.last ?? "")
    return isList ? "[]" : nil
  }

  /// The property as an expression that local names cannot shadow.
  fileprivate var access: String { "self.\(name?.text ?? "")" }
}

extension [Field] {
  /// The properties that are stored flat.
  var compositions: [Field] { filter { $0.method == .composition } }
}
