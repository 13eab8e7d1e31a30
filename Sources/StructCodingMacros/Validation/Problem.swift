import SwiftDiagnostics
import SwiftSyntax

/// One thing the macro cannot do: where, what, why, and the way out, with the edits that cure it.
///
/// Messages are made by the factories in the files beside this one, a file for each topic. The identifiers
/// are stable; the wording may improve.
struct Problem {
  /// The smallest guilty piece of the source.
  let node: Syntax
  let id: String
  let message: String
  var cures: [Cure] = []

  /// An edit that solves the problem.
  struct Cure {
    let title: String
    let changes: [FixIt.Change]
  }

  init(_ id: String, at node: some SyntaxProtocol, _ message: String, cures: [Cure] = []) {
    self.node = Syntax(node)
    self.id = id
    self.message = message
    self.cures = cures
  }

  var diagnostic: Diagnostic {
    Diagnostic(
      node: node, message: Message(message: message, id: id),
      fixIts: cures.map { FixIt(message: CureMessage(message: $0.title, id: id), changes: $0.changes) })
  }
}

extension Problem {
  /// The domain of every identifier.
  static let domain = "StructCoding"

  private struct Message: DiagnosticMessage {
    let message: String
    let id: String
    var diagnosticID: MessageID { MessageID(domain: Problem.domain, id: id) }
    var severity: DiagnosticSeverity { .error }
  }

  private struct CureMessage: FixItMessage {
    let message: String
    let id: String
    var fixItID: MessageID { MessageID(domain: Problem.domain, id: "\(id).fix") }
  }
}
