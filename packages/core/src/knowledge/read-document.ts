/** Reads the text of a document of any supported type. */
import path from 'node:path';
import type { SetAside } from '@parley/contracts/knowledge/knowledge';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import mammoth from 'mammoth';
import { readCsv } from '../text/csv.ts';
import { textOf } from '../text/decode.ts';
import { type DocumentKind, kindOfDocument } from './document-kinds.ts';
import { splitOrders } from './orders.ts';
import { dateOf } from './page-dates.ts';
import { markdownOf, readHtml } from './read-html.ts';
import type { DocumentReading, ReadingTask } from './reader.ts';
import { Unread } from './unread.ts';
import { isNamedForUsers, splitPromises } from './user-content.ts';

const mostPages = 2_000;
const mostRows = 10_000;
/** In characters; some 300 pages of a book are less. */
const longest = 1_000_000;
const mostSetAside = 100;
const longestOrder = 1_000;

/** @throws Unread */
export async function readDocument({ bytes, contentType, name, url }: ReadingTask): Promise<DocumentReading> {
  const kind = kindOfDocument(contentType, name);
  if (kind === undefined) throw new Unread('unreadable');
  const reading =
    kind === 'html' ? readHtml(bytes, contentType, url) : await plainReading(kind, bytes, contentType, name);
  const markdown = reading.markdown.replaceAll('\u0000', '').trim();
  if (markdown.length > longest) throw new Unread('too_large');
  if (markdown === '' && reading.mayIndex && reading.canonical === null && reading.links.length === 0)
    throw new Unread('empty');
  const title = reading.title.replaceAll('\u0000', '') || path.basename(name);
  const shown = isNamedForUsers(url === null ? name : new URL(url).pathname)
    ? withoutPromises(markdown)
    : { markdown, setAside: [] };
  const { text, orders } = splitOrders(shown.markdown);
  return {
    ...reading,
    markdown: text.trim(),
    title,
    datedOn: reading.datedOn ?? dateOf(title, markdown),
    setAside: [
      ...reading.setAside,
      ...shown.setAside,
      ...orders.map((order) => ({ why: 'instruction' as const, text: order.slice(0, longestOrder) })),
    ].slice(0, mostSetAside),
  };
}

/** A page of users, without what they promise. */
function withoutPromises(text: string): { markdown: string; setAside: SetAside[] } {
  const { text: markdown, promises } = splitPromises(text);
  return {
    markdown,
    setAside: promises.map((promise) => ({ why: 'user_content', text: promise.slice(0, longestOrder) })),
  };
}

async function plainReading(
  kind: Exclude<DocumentKind, 'html'>,
  bytes: Uint8Array,
  contentType: string | null,
  name: string,
): Promise<DocumentReading> {
  const plain = {
    language: null,
    canonical: null,
    translations: [],
    datedOn: null,
    setAside: [],
    links: [],
    mayIndex: true,
    mayFollow: true,
  };
  const title = path.basename(name, path.extname(name));
  if (kind === 'pdf') return { ...plain, title, markdown: await textOfPdf(bytes) };
  if (kind === 'csv') return { ...plain, title, markdown: tableText(textOf(bytes, contentType, false)) };
  if (kind === 'docx') {
    const { value } = await mammoth.convertToHtml(
      { buffer: Buffer.from(bytes) },
      { convertImage: mammoth.images.imgElement(async () => ({ src: '' })) },
    );
    const markdown = markdownOf(value, null);
    return { ...plain, title: firstHeading(markdown) ?? title, markdown };
  }
  return { ...plain, ...readMarkdown(textOf(bytes, contentType, false), title) };
}

const firstHeading = (markdown: string): string | undefined => /^#\s+(.+)$/m.exec(markdown)?.[1]?.trim();

/** Without its front matter, of which the title and the language count, and without comments. */
function readMarkdown(text: string, name: string): Pick<DocumentReading, 'title' | 'markdown' | 'language'> {
  const [whole = '', front = ''] = /^\ufeff?---\r?\n([^]{0,20000}?)\r?\n---\r?\n/.exec(text) ?? [];
  const of = (key: string): string | undefined => new RegExp(`^${key}:\\s*["']?(.+?)["']?\\s*$`, 'im').exec(front)?.[1];
  const markdown = text.slice(whole.length).replaceAll(/<!--[^]*?-->/g, '');
  return { title: of('title') ?? firstHeading(markdown) ?? name, markdown, language: of('lang(?:uage)?') ?? null };
}

async function textOfPdf(bytes: Uint8Array): Promise<string> {
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(bytes).catch(() => null);
  if (!document) throw new Unread('unreadable');
  const count = document.getPageCount();
  if (count > mostPages) throw new Unread('too_large');
  const pages: string[] = [];
  for (let page = 0; page < count; page += 1) {
    const text = document.getPage(page).getText().replaceAll('\r\n', '\n');
    // The heading is cited with the passage.
    pages.push(count > 1 && text.trim() !== '' ? `## ${page + 1} / ${count}\n\n${text}` : text);
  }
  return pages.join('\n\n');
}

/** Returns each row as a paragraph, its cells with the names of their columns. */
function tableText(text: string): string {
  const [head, ...rows] = readCsv(text);
  if (rows.length > mostRows) throw new Unread('too_large');
  return rows
    .map(({ cells }) =>
      cells
        .flatMap((cell, at) => (cell.trim() === '' ? [] : [`${head?.cells[at]?.trim() ?? ''}: ${cell.trim()}`]))
        .join('; '),
    )
    .join('\n\n');
}
