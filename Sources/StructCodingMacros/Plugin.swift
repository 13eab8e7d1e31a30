import SwiftCompilerPlugin
import SwiftSyntaxMacros

/// The compiler plugin: the list of its macros.
@main
struct StructCodingPlugin: CompilerPlugin {
  let providingMacros: [any Macro.Type] = [
    ArchivableMacro.self, StoredMacro.self, TransientMacro.self,
    ManagedMacro.self, ManagedEntityMacro.self,
  ]
}
