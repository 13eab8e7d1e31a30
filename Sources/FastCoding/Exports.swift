// `import FastCoding` also imports the nodes of such files, the methods of documents for them, and the errors that
// reading and writing throw.
@_exported public import ArchiveDocuments
