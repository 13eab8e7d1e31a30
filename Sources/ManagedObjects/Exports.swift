// The symbol that generated code for `@Managed(dependsOn:)` uses.
@_exported public import struct LiveValues._DerivedCache
