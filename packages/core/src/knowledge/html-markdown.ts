/** HTML as Markdown, in one pass: its time grows with the length of the page alone. */
import { parseHTML } from 'linkedom';
import { boundedHtml } from './html-bounds.ts';

const left = new Set(['img', 'script', 'style', 'noscript', 'template', 'head', 'title']);
const blocks = new Set(
  (
    'address article aside blockquote body center dd details dialog dir div dl dt fieldset figcaption figure footer form ' +
    'h1 h2 h3 h4 h5 h6 header hgroup hr li main menu nav ol output p pre section summary table tbody tfoot thead tr ul'
  ).split(' '),
);
const marks: Readonly<Record<string, string>> = { b: '**', strong: '**', i: '_', em: '_' };
/** Lists and quotations further in are not moved further in. */
const mostIndents = 10;

const elementNode = 1;
const textNode = 3;

/** Links are absolute, or left out where there is no address that they begin at. Pictures are left out with what is written behind them. */
export function htmlAsMarkdown(html: string, linkOf: (href: string | null) => string | null): string {
  const { document } = parseHTML(`<html><body>${boundedHtml(html).html}</body></html>`);
  const writer = new Writer();
  new Walk(writer, linkOf).visitAll(document.body);
  return writer.text();
}

/** Part of a DOM node that is read. */
interface Page {
  nodeType: number;
  localName?: string;
  textContent: string | null;
  childNodes: Iterable<Page>;
  getAttribute?(name: string): string | null;
  querySelector?(selectors: string): Page | null;
}

class Walk {
  readonly #writer: Writer;
  readonly #linkOf: (href: string | null) => string | null;
  readonly #inside = new Map<string, number>();

  constructor(writer: Writer, linkOf: (href: string | null) => string | null) {
    this.#writer = writer;
    this.#linkOf = linkOf;
  }

  visitAll(node: Page): void {
    for (const child of node.childNodes) {
      if (child.nodeType === textNode) this.#writer.write(child.textContent ?? '');
      else if (child.nodeType === elementNode) this.#visit(child, child.localName?.toLowerCase() ?? '');
    }
  }

  #visit(element: Page, name: string): void {
    if (left.has(name)) return;
    const writer = this.#writer;
    const mark = marks[name];
    if (mark !== undefined) this.#marked(element, name, mark);
    else if (name === 'a') {
      const href = this.#linkOf(element.getAttribute?.('href') ?? null);
      if (href === null) this.visitAll(element);
      else writer.around('[', `](${href})`, () => this.visitAll(element));
    } else if (name === 'br') writer.breakLine();
    else if (name === 'hr') writer.block(2, () => writer.raw('* * *'));
    else if (name === 'pre') this.#fenced(element);
    else if (name === 'code') writer.code(element.textContent ?? '');
    else if (name === 'td' || name === 'th') writer.cell(() => this.visitAll(element));
    else if (name === 'tr') writer.row(() => this.visitAll(element));
    else if (/^h[1-6]$/.test(name)) {
      writer.block(2, () => writer.around(`${'#'.repeat(Number(name[1]))} `, '', () => this.visitAll(element)));
    } else if (name === 'blockquote') writer.block(2, () => writer.indented('> ', '> ', () => this.visitAll(element)));
    else if (name === 'ul' || name === 'ol') this.#list(element, name);
    else if (name === 'li') writer.block(1, () => writer.indented('-   ', '    ', () => this.visitAll(element)));
    else if (blocks.has(name)) writer.block(2, () => this.visitAll(element));
    else this.visitAll(element);
  }

  /** Bold within bold is bold. */
  #marked(element: Page, name: string, mark: string): void {
    const before = this.#inside.get(mark) ?? 0;
    this.#inside.set(mark, before + 1);
    if (before > 0) this.visitAll(element);
    else this.#writer.around(mark, mark, () => this.visitAll(element));
    this.#inside.set(mark, before);
  }

  #list(element: Page, name: string): void {
    let number = Number.parseInt(element.getAttribute?.('start') ?? '1', 10);
    if (!Number.isSafeInteger(number)) number = 1;
    const writer = this.#writer;
    writer.block(writer.isInList ? 1 : 2, () => {
      for (const child of element.childNodes) {
        if (child.nodeType !== elementNode) continue;
        const marker = name === 'ul' ? '-   ' : `${number}.  `;
        number += 1;
        writer.block(1, () => writer.indented(marker, '    ', () => this.visitAll(child)));
      }
    });
  }

  #fenced(element: Page): void {
    const code = element.textContent?.replace(/^\n/, '').trimEnd() ?? '';
    if (code === '') return;
    const language =
      /\blanguage-(\S{1,40})/.exec(element.querySelector?.('code')?.getAttribute?.('class') ?? '')?.[1] ?? '';
    const fence = '`'.repeat(Math.max(3, longestRun(code) + 1));
    this.#writer.block(2, () => this.#writer.lines([`${fence}${language}`, ...code.split('\n'), fence]));
  }
}

const longestRun = (code: string): number =>
  (code.match(/`+/g) ?? []).reduce((longest, { length }) => Math.max(longest, length), 0);

/** Puts text together: blanks that follow each other are one, and blocks stand apart. */
class Writer {
  readonly #out: string[] = [];
  readonly #prefixes: string[] = [];
  /** Markers that open at the next letter: list items, bold text and links. */
  #markers: string[] = [];
  #opening: string[] = [];
  #lines = 0;
  #space = false;
  #isEmpty = true;
  #cells = 0;
  #lists = 0;

  get isInList(): boolean {
    return this.#lists > 0;
  }

  get #isNewLine(): boolean {
    return this.#isEmpty || this.#lines > 0;
  }

  text(): string {
    return this.#out.join('').trim();
  }

  write(text: string): void {
    for (const [at, word] of text.split(/[ \t\r\n\f]+/).entries()) {
      if (at > 0) this.#space = true;
      if (word !== '') this.raw(escaped(word, this.#isNewLine));
    }
  }

  /** Writes text unescaped. */
  raw(text: string): void {
    this.#begin();
    this.#out.push(text);
  }

  code(text: string): void {
    const code = text.replaceAll(/\s+/g, ' ').trim();
    if (code === '') return;
    const fence = '`'.repeat(longestRun(code) + 1);
    const blank = code.startsWith('`') || code.endsWith('`') ? ' ' : '';
    this.raw(`${fence}${blank}${code}${blank}${fence}`);
  }

  lines(lines: readonly string[]): void {
    if (this.#cells > 0) return this.write(lines.slice(1, -1).join(' '));
    for (const [at, line] of lines.entries()) {
      if (at > 0) this.#lines = 1;
      this.raw(line);
    }
  }

  breakLine(): void {
    if (this.#isNewLine || this.#cells > 0) this.#space = true;
    else {
      this.#out.push('  ');
      this.#lines = 1;
    }
  }

  /** Stands apart by so many line ends from what is around it. */
  block(lines: number, write: () => void): void {
    this.#apart(lines);
    write();
    this.#apart(lines);
  }

  #apart(lines: number): void {
    if (this.#cells > 0) this.#space = true;
    else if (!this.#isEmpty) this.#lines = Math.max(this.#lines, lines);
  }

  /** Leaves out the markers when there are no letters between them. */
  around(open: string, close: string, write: () => void): void {
    const opening = this.#opening.length;
    this.#opening.push(open);
    write();
    if (this.#opening.length > opening) this.#opening.length = opening;
    else this.#out.push(close);
  }

  indented(first: string, others: string, write: () => void): void {
    const isIn = this.#prefixes.length < mostIndents && this.#cells === 0;
    const markers = this.#markers.length;
    if (isIn) {
      this.#prefixes.push(others);
      this.#markers.push(first);
    }
    this.#lists += 1;
    write();
    this.#lists -= 1;
    if (!isIn) return;
    this.#prefixes.pop();
    this.#markers.length = Math.min(this.#markers.length, markers);
  }

  row(write: () => void): void {
    this.block(1, () => {
      write();
      if (this.#cells === 0 && !this.#isNewLine) this.#out.push(' |');
    });
  }

  /** A table within a cell is text. */
  cell(write: () => void): void {
    if (this.#cells > 0) {
      this.#space = true;
      return write();
    }
    this.raw(this.#isNewLine ? '|' : ' |');
    this.#space = true;
    this.#cells += 1;
    write();
    this.#cells -= 1;
    this.#space = false;
  }

  /** Line ends, what a line begins with, and what opens before the next letter. */
  #begin(): void {
    if (this.#isNewLine) {
      const fresh = this.#markers.length;
      const outer = this.#prefixes.slice(0, this.#prefixes.length - fresh);
      for (let line = 0; line < this.#lines; line += 1) {
        this.#out.push('\n');
        if (line < this.#lines - 1) this.#out.push(outer.join('').trimEnd());
      }
      this.#out.push(...outer, ...this.#markers);
    } else if (this.#space) this.#out.push(' ');
    this.#markers = [];
    this.#out.push(...this.#opening);
    this.#opening = [];
    this.#lines = 0;
    this.#space = false;
    this.#isEmpty = false;
  }
}

/** A word that would be read as Markdown is escaped. */
function escaped(word: string, isFirst: boolean): string {
  const text = word.replaceAll(/[\\*`[\]_]/g, '\\$&');
  if (!isFirst) return text;
  return text.replace(/^(?:[-+>]|=+|#{1,6}$|~~~)/, '\\$&').replace(/^(\d{1,9})\.$/, '$1\\.');
}
