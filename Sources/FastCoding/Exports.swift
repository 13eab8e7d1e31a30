// `import FastCoding` also imports the nodes that such files are read as, and the errors that reading and writing
// throw.
@_exported public import ArchiveBytes
@_exported public import ArchiveNodes
@_exported public import NodePaths
