// What generated code for `@Managed(dependsOn:)` names.
@_exported public import struct LiveValues._DerivedCache
