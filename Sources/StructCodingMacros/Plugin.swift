import SwiftCompilerPlugin
import SwiftSyntaxMacros

/// The compiler plugin: the list of macros that it offers.
@main
struct StructCodingPlugin: CompilerPlugin {
  let providingMacros: [any Macro.Type] = [
    ArchivableMacro.self, StoredMacro.self, TransientMacro.self, ManagedMacro.self, ManagedEntityMacro.self,
  ]
}
