// `import FastCoding` brings the nodes that such files can be read as, and the errors that reading and writing throw.
@_exported public import ArchiveBytes
@_exported public import ArchiveNodes
