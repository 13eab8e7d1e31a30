import SwiftDiagnostics
import SwiftSyntax

/// An error or a warning of the macro: the place, the problem, the reason, the way out, and the edits that fix it.
///
/// The factories in the neighbouring files make the messages, one file for each topic. The identifiers are stable; the
/// wording may improve.
struct Problem {
  /// The smallest piece of source with the problem.
  let node: Syntax
  let id: String
  let message: String
  var cures: [Cure] = []
  let severity: DiagnosticSeverity

  /// An edit that solves the problem.
  struct Cure {
    let title: String
    let changes: [FixIt.Change]
  }

  init(
    _ id: String, at node: some SyntaxProtocol, _ message: String, cures: [Cure] = [],
    severity: DiagnosticSeverity = .error
  ) {
    self.severity = severity
    self.node = Syntax(node)
    self.id = id
    self.message = message
    self.cures = cures
  }

  var diagnostic: Diagnostic {
    Diagnostic(
      node: node, message: Message(message: message, id: id, severity: severity),
      fixIts: cures.map { FixIt(message: CureMessage(message: $0.title, id: id), changes: $0.changes) })
  }
}

extension Problem {
  /// The domain of every identifier.
  static let domain = "StructCoding"

  private struct Message: DiagnosticMessage {
    let message: String
    let id: String
    let severity: DiagnosticSeverity
    var diagnosticID: MessageID { MessageID(domain: Problem.domain, id: id) }
  }

  private struct CureMessage: FixItMessage {
    let message: String
    let id: String
    var fixItID: MessageID { MessageID(domain: Problem.domain, id: "\(id).fix") }
  }
}
