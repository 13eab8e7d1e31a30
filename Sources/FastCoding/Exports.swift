// `import FastCoding` also imports the nodes that such files are read as, what documents do with them, and the errors that
// reading and writing throw.
@_exported public import ArchiveDocuments
