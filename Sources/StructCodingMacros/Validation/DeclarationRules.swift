import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// Rules for the declaration itself: its kind, its place, and the names it declares.
enum DeclarationRules {
  /// Only structs, enumerations and classes are archived.
  static func kind(of plan: ArchivePlan) -> [Problem] {
    let subject = plan.subject
    switch subject.kind {
    case .structure, .enumeration: return []
    case .class: return subject.inheritsFromNSObject.map { [.isNSObject(subject, at: $0)] } ?? []
    case .actor: return [.isActor(subject)]
    case .protocol: return [.isProtocol(subject)]
    case .extension: return [.isExtension(subject)]
    case .other: return [.isOther(subject)]
    }
  }

  /// The extension is at the top of the file, and must be able to name the type there.
  static func place(of plan: ArchivePlan) -> [Problem] {
    let subject = plan.subject
    if subject.scopes.contains(where: { $0.kind == .code }) { return [.isLocal(subject)] }
    // A private type at the top of a file is visible throughout it; a nested one is not.
    if !subject.scopes.isEmpty, Access(subject.declaration.modifiers) == .private {
      return [.isPrivate(subject)]
    }
    let problems = subject.scopes.dropFirst().filter { $0.kind == .type && $0.access == .private }
      .map { Problem.isInPrivate($0.typeNames.joined(separator: "."), subject) }
    guard problems.isEmpty, subject.module == nil, plan.explicitClassName == nil else { return problems }
    return [.hasNoModule(subject)]
  }

  /// A second attribute would generate everything again. The first one does its work.
  static func repetition(of plan: ArchivePlan) -> [Problem] {
    let attributes = plan.subject.declaration.attributes.named("Archivable")
    let place = plan.location(Syntax(plan.attribute.syntax))?.place
    guard attributes.count > 1, place != plan.location(Syntax(attributes[0]))?.place else { return [] }
    return [.isRepeated(plan.subject, plan.attribute.syntax)]
  }

  static func suppressedCopying(of plan: ArchivePlan) -> [Problem] {
    plan.subject.inheritedTypes
      .filter { $0.is(SuppressedTypeSyntax.self) && $0.trimmedDescription == "~Copyable" }
      .map { .isNoncopyable(plan.subject, at: $0) }
  }

  /// The compiler takes a stated conformance for the one that the macro adds to classes.
  static func statedConformance(of plan: ArchivePlan) -> [Problem] {
    guard plan.subject.kind != .class else { return [] }
    return plan.subject.inheritedTypes.filter { $0.nominalPath.last == "Archivable" }
      .map { .statesConformance(plan.subject, at: $0) }
  }

  /// The declaration must not use the names of generated members, nor the name of the generated class.
  static func takenNames(of plan: ArchivePlan) -> [Problem] {
    var problems: [Problem] = []
    if let name = plan.subject.name, name.unescapedText == "Coding" { problems.append(.isNamedCoding(name)) }
    for item in plan.subject.declaration.memberBlock.members {
      if let type = item.decl.asProtocol((any NamedDeclSyntax).self), type.name.unescapedText == "Coding",
        !item.decl.is(FunctionDeclSyntax.self)
      {
        problems.append(.declaresMember(type.name, plan.subject))
      }
      if let function = item.decl.as(FunctionDeclSyntax.self),
        generated(isStatic: function.isStatic, in: plan).contains(function.name.unescapedText)
      {
        problems.append(.declaresMember(function.name, plan.subject))
      }
      if let variable = item.decl.as(VariableDeclSyntax.self),
        variable.modifiers.contains(where: { $0.name.text == "static" })
      {
        problems += variable.bindings
          .compactMap { $0.pattern.as(IdentifierPatternSyntax.self)?.identifier }
          .filter { $0.unescapedText == "archiveSchema" }
          .map { .declaresMember($0, plan.subject) }
      }
    }
    return problems
  }

  /// Returns the names of the generated methods.
  private static func generated(isStatic: Bool, in plan: ArchivePlan) -> [String] {
    if plan.subject.kind == .class { return isStatic ? [] : ["encodeFields", "decodeReferences"] }
    guard isStatic else { return ["encodeFields"] }
    return ["_describeCases"]
  }
}

extension AbstractSourceLocation {
  fileprivate var place: String { "\(line):\(column)" }
}

extension Problem {
  fileprivate static func isRepeated(_ subject: Subject, _ attribute: AttributeSyntax) -> Problem {
    Problem(
      "declaration.repeated", at: attribute,
      "\(subject.quotedName) is marked '@Archivable' twice; write one attribute with all arguments")
  }

  fileprivate static func isNSObject(_ subject: Subject, at type: TypeSyntax) -> Problem {
    Problem(
      "declaration.nsobject", at: type,
      "'@Archivable' cannot be applied to class \(subject.quotedName), which inherits from 'NSObject': objects of such "
        + "classes are archived by 'NSSecureCoding', which StructCoding stores as they are; conform to that, or remove "
        + "the superclass")
  }

  fileprivate static func isActor(_ subject: Subject) -> Problem {
    Problem(
      "declaration.actor", at: subject.keyword,
      "'@Archivable' cannot be applied to actor \(subject.quotedName): an archive needs all stored "
        + "properties at one "
        + "moment, and an actor gives them out one by one; put the archived state into a struct that the "
        + "actor holds"
    )
  }

  fileprivate static func isProtocol(_ subject: Subject) -> Problem {
    Problem(
      "declaration.protocol", at: subject.keyword,
      "'@Archivable' cannot be applied to protocol \(subject.quotedName): a protocol stores nothing; mark "
        + "the structs "
        + "and enums that conform to it")
  }

  fileprivate static func isExtension(_ subject: Subject) -> Problem {
    Problem(
      "declaration.extension", at: subject.keyword,
      "'@Archivable' cannot be applied to an extension of '\(subject.typeText)': the macro has to see the "
        + "stored "
        + "properties; mark the type's own declaration, or write the conformance to 'Archivable' by hand")
  }

  fileprivate static func isOther(_ subject: Subject) -> Problem {
    Problem(
      "declaration.other", at: subject.keyword,
      "'@Archivable' cannot be applied to this declaration: only structs, enums and classes are archived")
  }

  fileprivate static func isLocal(_ subject: Subject) -> Problem {
    Problem(
      "declaration.local", at: subject.name ?? subject.keyword,
      "'@Archivable' cannot be applied to \(subject.quotedName), a local type: the macro adds an extension, "
        + "and a "
        + "type inside a function cannot be extended; declare it outside the function")
  }

  fileprivate static func isPrivate(_ subject: Subject) -> Problem {
    let modifier = subject.declaration.modifiers.first { $0.name.text == "private" }
    let keyword = modifier?.name ?? subject.keyword
    return Problem(
      "declaration.private", at: keyword,
      "'@Archivable' cannot be applied to \(subject.quotedName), a private nested type: the macro adds an "
        + "extension "
        + "beside the outermost type, where a private member is not accessible; make it fileprivate",
      cures: [
        Cure(
          title: "make \(subject.quotedName) fileprivate",
          changes: [
            .replace(
              oldNode: Syntax(keyword),
              newNode: Syntax(keyword.with(\.tokenKind, .keyword(.fileprivate))))
          ])
      ])
  }

  fileprivate static func isInPrivate(_ outer: String, _ subject: Subject) -> Problem {
    Problem(
      "declaration.in-private", at: subject.name ?? subject.keyword,
      "'@Archivable' cannot be applied to \(subject.quotedName) inside private type '\(outer)': the macro "
        + "adds an "
        + "extension beside the outermost type, where a private member is not accessible; make '\(outer)' "
        + "fileprivate"
    )
  }

  fileprivate static func hasNoModule(_ subject: Subject) -> Problem {
    Problem(
      "declaration.module", at: subject.name ?? subject.keyword,
      "the class name of \(subject.quotedName) in archives cannot be derived: the compiler does not name the "
        + "module; set it with '@Archivable(className: …)'")
  }

  fileprivate static func isNoncopyable(_ subject: Subject, at node: TypeSyntax) -> Problem {
    Problem(
      "declaration.noncopyable", at: node,
      "'@Archivable' cannot be applied to \(subject.quotedName), which is not copyable: archiving copies "
        + "the value into "
        + "a 'Coding' object; archive a copyable struct with the same content")
  }

  fileprivate static func statesConformance(_ subject: Subject, at type: TypeSyntax) -> Problem {
    Problem(
      "declaration.conformance", at: type,
      "\(subject.quotedName) states the conformance to '\(type.trimmedDescription)', which '@Archivable' writes; "
        + "remove one of them")
  }

  fileprivate static func isNamedCoding(_ name: TokenSyntax) -> Problem {
    Problem(
      "declaration.named-coding", at: name,
      "'@Archivable' cannot be applied to a type named 'Coding': the class generated inside it has that "
        + "name; give the "
        + "type another one")
  }

  fileprivate static func declaresMember(_ name: TokenSyntax, _ subject: Subject) -> Problem {
    Problem(
      "declaration.member", at: name,
      "\(subject.quotedName) declares '\(name.unescapedText)', which '@Archivable' generates; rename it, or "
        + "remove "
        + "'@Archivable' and write the whole conformance by hand")
  }
}

extension Subject {
  /// The superclass, as written, if it is `NSObject`.
  fileprivate var inheritsFromNSObject: TypeSyntax? {
    inheritedTypes.first.flatMap { $0.nominalPath.last == "NSObject" ? $0 : nil }
  }

  /// The inherited types, as written. The result is an array, since the elements of a filtered syntax collection have
  /// other positions.
  var inheritedTypes: [TypeSyntax] {
    declaration.inheritanceClause.map { $0.inheritedTypes.map(\.type) } ?? []
  }

  /// The name as written in messages.
  var quotedName: String { "'\(name?.unescapedText ?? typeText)'" }
}
