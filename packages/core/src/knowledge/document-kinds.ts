/** Which kinds of files are read. */
import path from 'node:path';

export type DocumentKind = 'html' | 'pdf' | 'docx' | 'csv' | 'markdown';

const byType: Readonly<Record<string, DocumentKind>> = {
  'text/html': 'html',
  'application/xhtml+xml': 'html',
  'application/pdf': 'pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'text/csv': 'csv',
  'text/markdown': 'markdown',
  'text/plain': 'markdown',
};
const byExtension: Readonly<Record<string, DocumentKind>> = {
  '.html': 'html',
  '.htm': 'html',
  '.pdf': 'pdf',
  '.docx': 'docx',
  '.csv': 'csv',
  '.tsv': 'csv',
  '.md': 'markdown',
  '.mdx': 'markdown',
  '.markdown': 'markdown',
  '.txt': 'markdown',
};

/** Returns the kind of file from the server's type, else from its name; undefined for an unsupported one. */
export function kindOfDocument(contentType: string | null, name: string): DocumentKind | undefined {
  const type = contentType?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const extension = path.extname(name).toLowerCase();
  // Many servers send Markdown and tables as plain text, and files as anything.
  if (type === '' || type === 'text/plain' || type === 'application/octet-stream') {
    return byExtension[extension] ?? byType[type];
  }
  return byType[type];
}
