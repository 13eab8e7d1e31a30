public import ArchiveValues

// The protocols that `@Archivable` adds to a type, under names that no user type has.

public typealias _Archivable = Archivable
public typealias _ArchivableObject = ArchivableObject
public typealias _ArchiveComposable = ArchiveComposable
public typealias _ArchiveStruct = ArchiveStruct
public typealias _ArchiveUpgradable = ArchiveUpgradable
public typealias _AwakesAfterDecoding = AwakesAfterDecoding
