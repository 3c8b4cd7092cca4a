/**
 * Formatted text: a safe subset of Markdown, read into a tree that the dashboard, the widget, mail and the help centre
 * draw. docs/markdown.md describes it. There is no HTML in it: markup stays text. Time and nesting are bounded: every
 * character is looked at a fixed number of times, and the tree is never deeper than `deepest`.
 */
import { addresses, hrefOf, isMisleading, isSafeHref } from './links.ts';

/** The elements that a text can contain; nothing else is ever drawn. */
export const richTags = [
  'p',
  'h2',
  'h3',
  'h4',
  'ul',
  'ol',
  'li',
  'blockquote',
  'pre',
  'code',
  'strong',
  'em',
  's',
  'a',
  'img',
  'hr',
  'br',
  'table',
  'thead',
  'tbody',
  'tr',
  'th',
  'td',
] as const;
export type RichTag = (typeof richTags)[number];

/** Text, or an element with its content. */
export type RichNode = string | RichElement;
export interface RichElement {
  tag: RichTag;
  /**
   * `href` of a link, `src` and `alt` of a picture, `id` of a heading, `start` of a list. A picture that is a file of the
   * message has `file`, its id, in place of `src`.
   */
  attributes?: Record<string, string>;
  children?: RichNode[];
}

export interface RichOptions {
  /** Articles have headings, tables, rules and pictures too, and their lines flow. Messages keep their line breaks. */
  isArticle?: boolean;
  /** Addresses that links may have; by default the web, mail and telephone. */
  isHref?: (href: string) => boolean;
  /** Addresses that pictures may have; of another one its words are shown. Without it pictures are links. */
  isPicture?: (src: string) => boolean;
}

/** Address of a picture in a message: one of the message's own files. */
const ownFile = /^file:([\w.-]{1,64})$/;

/** Returns the ids of the files that a text shows between its words. */
export function filesIn(nodes: readonly RichNode[]): string[] {
  return nodes.flatMap((node) => {
    if (typeof node === 'string') return [];
    const file = node.attributes?.['file'];
    return file === undefined ? filesIn(node.children ?? []) : [file];
  });
}

/** Lists and quotations nested deeper are text. */
const deepest = 5;

const fence = /^ {0,3}(`{3,}(?!`)|~{3,}(?!~))([^`]*)$/;
const quote = /^ {0,3}>/;
const item = /^( {0,3})([-*+]|\d{1,9}[.)])( +)(?=\S)/;
const heading = /^ {0,3}(#{1,6})(?:[ \t]+|$)/;
const rule = /^ {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/;
const isBlank = (line: string): boolean => line.trim() === '';

/** Reads a text. Never throws, whatever the text. */
export function readRichText(text: string, options: RichOptions = {}): RichNode[] {
  return new Blocks(options).read(text.replaceAll(/\r\n?/g, '\n').split('\n'), 0);
}

class Blocks {
  readonly #options: RichOptions;
  readonly #anchors = new Map<string, number>();
  constructor(options: RichOptions) {
    this.#options = options;
  }

  read(lines: readonly string[], depth: number): RichNode[] {
    const nodes: RichNode[] = [];
    let at = 0;
    while (at < lines.length) {
      if (isBlank(lines[at] ?? '')) {
        at += 1;
        continue;
      }
      const { node, next } = this.#block(lines, at, depth);
      nodes.push(node);
      at = next;
    }
    return nodes;
  }

  #block(lines: readonly string[], at: number, depth: number): { node: RichNode; next: number } {
    const line = lines[at] ?? '';
    const fenced = fence.exec(line);
    if (fenced) return code(lines, at, fenced[1] ?? '');
    if (depth < deepest && quote.test(line)) {
      const next = endOf(lines, at, (each) => quote.test(each));
      const quoted = lines.slice(at, next).map((each) => each.replace(/^ {0,3}> ?/, ''));
      return { node: { tag: 'blockquote', children: this.read(quoted, depth + 1) }, next };
    }
    if (this.#options.isArticle) {
      const opened = heading.exec(line);
      if (opened) return { node: this.#heading(line.slice(opened[0].length), opened[1]?.length ?? 1), next: at + 1 };
      if (rule.test(line)) return { node: { tag: 'hr' }, next: at + 1 };
      if (isTable(lines, at)) return this.#table(lines, at);
    }
    if (depth < deepest && item.test(line)) return this.#list(lines, at, depth);
    let next = at + 1;
    while (next < lines.length && !isBlank(lines[next] ?? '') && !this.#interrupts(lines, next, depth)) next += 1;
    const paragraph = lines.slice(at, next).map((each) => each.trimStart());
    return { node: { tag: 'p', children: this.#inline(paragraph.join('\n').trimEnd()) }, next };
  }

  /** Whether a line ends the paragraph before it. A number other than 1 is more often part of the sentence. */
  #interrupts(lines: readonly string[], at: number, depth: number): boolean {
    const line = lines[at] ?? '';
    if (fence.test(line)) return true;
    if (this.#options.isArticle && (heading.test(line) || rule.test(line) || isTable(lines, at))) return true;
    if (depth >= deepest) return false;
    return quote.test(line) || /^[-*+]|^1[.)]/.test(item.exec(line)?.[2] ?? '');
  }

  #list(lines: readonly string[], from: number, depth: number): { node: RichNode; next: number } {
    const first = item.exec(lines[from] ?? '')?.[2] ?? '-';
    const isOrdered = /\d/.test(first);
    const sign = first.at(-1);
    const items: RichNode[] = [];
    let at = from;
    for (;;) {
      const opened = item.exec(lines[at] ?? '');
      if (!opened || opened[2]?.at(-1) !== sign || (this.#options.isArticle && rule.test(lines[at] ?? ''))) break;
      const width = opened[0].length;
      const own = [(lines[at] ?? '').slice(width)];
      at += 1;
      for (;;) {
        const line = lines[at];
        if (line === undefined) break;
        if (isBlank(line)) {
          const next = endOf(lines, at, isBlank);
          if (!/^ {2}/.test(lines[next] ?? '')) break;
          own.push('');
          at = next;
        } else if (/^ {2}/.test(line)) {
          own.push(line.slice(Math.min(width, line.length - line.trimStart().length)));
          at += 1;
        } else if (this.#options.isArticle && !item.test(line) && !this.#interrupts(lines, at, depth)) {
          own.push(line);
          at += 1;
        } else break;
      }
      const [head, ...rest] = this.read(own, depth + 1);
      const isPlain = typeof head === 'object' && head.tag === 'p';
      items.push({ tag: 'li', children: isPlain ? [...(head.children ?? []), ...rest] : head ? [head, ...rest] : [] });
      const next = endOf(lines, at, isBlank);
      if (item.exec(lines[next] ?? '')?.[2]?.at(-1) !== sign) break;
      at = next;
    }
    const start = isOrdered ? Number.parseInt(first, 10) : 1;
    return {
      node: {
        tag: isOrdered ? 'ol' : 'ul',
        ...(start !== 1 && { attributes: { start: String(start) } }),
        children: items,
      },
      next: at,
    };
  }

  /** Pages have a title of their own, so the headings of a text begin a level below it. */
  #heading(text: string, level: number): RichNode {
    const children = this.#inline(text.replace(/[ \t]#+[ \t]*$/, '').trim());
    const anchor = anchorOf(wordsOf(children)) || 'section';
    const count = (this.#anchors.get(anchor) ?? 0) + 1;
    this.#anchors.set(anchor, count);
    return {
      tag: level <= 2 ? 'h2' : level === 3 ? 'h3' : 'h4',
      attributes: { id: count === 1 ? anchor : `${anchor}-${count}` },
      children,
    };
  }

  #table(lines: readonly string[], at: number): { node: RichNode; next: number } {
    const next = endOf(lines, at + 2, (each) => !isBlank(each) && each.includes('|'));
    const row = (tag: 'th' | 'td', line: string): RichNode => ({
      tag: 'tr',
      children: cellsOf(line).map((cell) => ({ tag, children: this.#inline(cell) })),
    });
    const rows = lines.slice(at + 2, next).map((line) => row('td', line));
    const head: RichNode = { tag: 'thead', children: [row('th', lines[at] ?? '')] };
    return {
      node: { tag: 'table', children: rows.length === 0 ? [head] : [head, { tag: 'tbody', children: rows }] },
      next,
    };
  }

  #inline(text: string): RichNode[] {
    return new Inline(text, this.#options).read();
  }
}

function endOf(lines: readonly string[], from: number, isWithin: (line: string) => boolean): number {
  let at = from;
  while (at < lines.length && isWithin(lines[at] ?? '')) at += 1;
  return at;
}

function code(lines: readonly string[], at: number, opening: string): { node: RichNode; next: number } {
  const closes = (line: string): boolean => {
    const found = fence.exec(line);
    return !!found?.[1]?.startsWith(opening) && isBlank(found[2] ?? '');
  };
  const end = endOf(lines, at + 1, (line) => !closes(line));
  const text = lines.slice(at + 1, end).join('\n');
  return { node: { tag: 'pre', children: [{ tag: 'code', children: text === '' ? [] : [text] }] }, next: end + 1 };
}

const isTable = (lines: readonly string[], at: number): boolean => {
  const below = lines[at + 1];
  return !!lines[at]?.includes('|') && !!below?.includes('|') && cellsOf(below).every((cell) => /^:?-+:?$/.test(cell));
};

/** The cells of a row; `\|` is part of one. */
const cellsOf = (line: string): string[] =>
  line
    .trim()
    .replace(/^\||(?<!\\)\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.replaceAll('\\|', '|').trim());

/** Returns a heading's anchor: `Returning shoes` → `returning-shoes`. */
const anchorOf = (words: string): string =>
  words
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');

/** A mark that begins or ends an element, if its other half is found; text otherwise. */
interface Mark {
  text: string;
  kind: Kind;
  /** Set once both halves are known: the element of the first, `true` for the second. */
  pair?: RichElement | true;
}
type Kind = '**' | '__' | '*' | '_' | '~~' | '[';
const elements: Readonly<Record<Exclude<Kind, '['>, RichTag>> = {
  '**': 'strong',
  __: 'strong',
  '*': 'em',
  _: 'em',
  '~~': 's',
};

const isSpace = (char: string): boolean => char === '' || /\s/u.test(char);
const isWord = (char: string): boolean => /[\p{L}\p{N}_]/u.test(char);

/** Reads the text of one paragraph: a pass over its characters, and one over the marks found. */
class Inline {
  readonly #text: string;
  readonly #options: RichOptions;
  readonly #parts: (RichNode | Mark)[] = [];
  /** Marks that may still find their second half, with where the run began that they are part of. */
  readonly #open: { kind: Kind; part: number; run: number }[] = [];
  readonly #isOpen = new Map<Kind, number>();
  /** First part that a link may begin at: links don't contain links. */
  #linkFrom = 0;
  #plain = '';

  constructor(text: string, options: RichOptions) {
    this.#text = text;
    this.#options = options;
  }

  read(): RichNode[] {
    const text = this.#text;
    const ticks = runsOf(text);
    const found = text.matchAll(bareAddresses);
    let address = found.next();
    let at = 0;
    while (at < text.length) {
      while (!address.done && address.value.index < at) address = found.next();
      if (!address.done && address.value.index === at) {
        const [words, start] = address.value;
        at += this.#link(words, hrefOf(words, start));
        continue;
      }
      const char = text.charAt(at);
      if (char === '\\') at = this.#escape(at);
      else if (char === '`') at = this.#code(at, ticks);
      else if (char === '*' || char === '_' || char === '~') at = this.#run(at, char);
      else if (char === '\n') at = this.#lineBreak(at);
      else if (char === '<') at = this.#angle(at);
      else if (char === '[' || (char === '!' && text.charAt(at + 1) === '[')) {
        const mark = char === '[' ? '[' : '![';
        this.#begin('[', mark, at);
        at += mark.length;
      } else if (char === ']') at = this.#bracket(at);
      else {
        this.#plain += char;
        at += 1;
      }
    }
    this.#flush();
    return treeOf(this.#parts);
  }

  #flush(): void {
    if (this.#plain !== '') this.#parts.push(this.#plain);
    this.#plain = '';
  }
  #put(part: RichNode | Mark): number {
    this.#flush();
    return this.#parts.push(part) - 1;
  }
  #begin(kind: Kind, text: string, run: number): void {
    const part = this.#put({ kind, text });
    this.#open.push({ kind, part, run });
    this.#isOpen.set(kind, (this.#isOpen.get(kind) ?? 0) + 1);
  }
  /** Forgets the marks above the newest one of a kind, and that one; they stay text unless they are paired. */
  #close(kind: Kind): { part: number; run: number } | undefined {
    if (!this.#isOpen.get(kind)) return undefined;
    for (;;) {
      const last = this.#open.pop();
      if (!last) return undefined;
      this.#isOpen.set(last.kind, (this.#isOpen.get(last.kind) ?? 1) - 1);
      if (last.kind === kind) return last;
    }
  }
  #pair(part: number, element: RichElement, text: string, kind: Kind): void {
    const opening = this.#parts[part];
    if (typeof opening !== 'object' || !('kind' in opening)) return;
    opening.pair = element;
    this.#put({ kind, text, pair: true });
  }

  #link(words: string, href: string): number {
    if (this.#isHref(href)) this.#put({ tag: 'a', attributes: { href }, children: [words] });
    else this.#plain += words;
    return words.length;
  }
  #isHref(href: string): boolean {
    return (this.#options.isHref ?? isSafeHref)(href);
  }

  #escape(at: number): number {
    const next = this.#text.charAt(at + 1);
    if (next === '\n') {
      this.#put({ tag: 'br' });
      return at + 2;
    }
    const isEscape = /[!-/:-@[-`{-~]/.test(next);
    this.#plain += isEscape ? next : '\\';
    return at + (isEscape ? 2 : 1);
  }

  #code(at: number, ticks: Runs): number {
    const length = runAt(this.#text, at);
    const end = ticks.next(at + length, length);
    if (end === undefined) {
      this.#plain += '`'.repeat(length);
      return at + length;
    }
    const inner = this.#text.slice(at + length, end).replaceAll('\n', ' ');
    const isPadded = /^ .* $/.test(inner) && inner.trim() !== '';
    this.#put({ tag: 'code', children: [isPadded ? inner.slice(1, -1) : inner] });
    return end + length;
  }

  /** A run of `*`, `_` or `~`: ends what is open and begins what isn't. */
  #run(at: number, char: '*' | '_' | '~'): number {
    const length = runAt(this.#text, at);
    const previous = /.$/su.exec(this.#text.slice(Math.max(0, at - 2), at))?.[0] ?? '';
    const following = /^./su.exec(this.#text.slice(at + length, at + length + 2))?.[0] ?? '';
    const isInWord = char === '_';
    const mayOpen = !isSpace(following) && !(isInWord && isWord(previous));
    const mayClose = !isSpace(previous) && !(isInWord && isWord(following));
    let left = length;
    while (left > 0 && (char !== '~' || length === 2)) {
      const taken = (mayClose && this.#end(char, left, at)) || (mayOpen && this.#start(char, left, at));
      if (!taken) break;
      left -= taken;
    }
    this.#plain += char.repeat(left);
    return at + length;
  }
  #end(char: '*' | '_' | '~', left: number, run: number): number {
    const kinds = kindsOf(char).filter((kind) => kind.length <= left && this.#isOpen.get(kind));
    const newest = this.#open.findLast((each) => kinds.some((kind) => kind === each.kind));
    if (!newest || newest.run === run || newest.kind === '[') return 0;
    this.#close(newest.kind);
    this.#pair(newest.part, { tag: elements[newest.kind] }, newest.kind, newest.kind);
    return newest.kind.length;
  }
  #start(char: '*' | '_' | '~', left: number, run: number): number {
    const kind = kindsOf(char).find((each) => each.length <= left && !this.#isOpen.get(each));
    if (!kind) return 0;
    this.#begin(kind, kind, run);
    return kind.length;
  }

  #lineBreak(at: number): number {
    const { isArticle } = this.#options;
    const isHard = !isArticle || this.#plain.endsWith('  ');
    this.#plain = this.#plain.trimEnd();
    if (isHard) this.#put({ tag: 'br' });
    else this.#plain += '\n';
    return at + 1;
  }

  /** `<https://…>` and `<name@example.com>`. */
  #angle(at: number): number {
    const start = this.#text.slice(at + 1, at + 9);
    const isAddress = /^(?:https?:\/\/|mailto:|tel:|[\w.+-]{1,8})/i.test(start);
    bracketed.lastIndex = at;
    const inner = isAddress ? bracketed.exec(this.#text)?.[1] : undefined;
    const href = inner && (/^[a-z]+:/i.test(inner) ? inner : inner.includes('@') ? `mailto:${inner}` : undefined);
    if (inner === undefined || href === undefined || !this.#isHref(href)) {
      this.#plain += '<';
      return at + 1;
    }
    this.#put({ tag: 'a', attributes: { href }, children: [inner.replace(/^(?:mailto|tel):/i, '')] });
    return at + inner.length + 2;
  }

  /** `](https://…)` ends a link or a picture. */
  #bracket(at: number): number {
    const target = this.#isOpen.get('[') ? targetAt(this.#text, at + 1) : undefined;
    const newest = target && this.#open.findLast(({ kind }) => kind === '[');
    const element = newest && newest.part >= this.#linkFrom && this.#elementOf(newest.part, target.href);
    if (!target || !newest || !element) {
      this.#plain += ']';
      return at + 1;
    }
    this.#close('[');
    this.#pair(newest.part, element, ']', '[');
    if (element.tag === 'a') this.#linkFrom = this.#parts.length;
    return target.end;
  }
  #elementOf(part: number, href: string): RichElement | undefined {
    const opening = this.#parts[part];
    if (typeof opening !== 'object' || !('kind' in opening)) return undefined;
    const [, file] = (opening.text === '![' && !this.#options.isArticle && ownFile.exec(href)) || [];
    if (file) return { tag: 'img', attributes: { file } };
    if (opening.text === '![' && this.#options.isPicture) {
      return { tag: 'img', attributes: this.#options.isPicture(href) ? { src: href } : {} };
    }
    return this.#isHref(href) ? { tag: 'a', attributes: { href } } : undefined;
  }
}

const kindsOf = (char: '*' | '_' | '~'): readonly Exclude<Kind, '['>[] =>
  char === '*' ? ['**', '*'] : char === '_' ? ['__', '_'] : ['~~'];

/** Like `addresses`, without the characters that marks are written with at the ends of an address. */
const bareAddresses = new RegExp(
  addresses.source.replaceAll('[^\\s<>"\'()', '[^\\s<>"\'()[\\]\\\\`*~'),
  addresses.flags,
);
const bracketed = /<([^\s<>\\`]{3,2048})>/y;

function runAt(text: string, at: number): number {
  const char = text.charAt(at);
  let end = at + 1;
  while (text.charAt(end) === char) end += 1;
  return end - at;
}

interface Runs {
  /** Returns where the next run of exactly this length begins. */
  next(from: number, length: number): number | undefined;
}

/** Finds all runs of backticks in one pass, so that looking for the end of each costs no more than that. */
function runsOf(text: string): Runs {
  const starts = new Map<number, number[]>();
  for (const { 0: run, index } of text.matchAll(/`+/g)) {
    const known = starts.get(run.length);
    if (known) known.push(index);
    else starts.set(run.length, [index]);
  }
  for (const each of starts.values()) each.reverse();
  return {
    next(from, length) {
      const left = starts.get(length) ?? [];
      while ((left.at(-1) ?? from) < from) left.pop();
      return left.at(-1);
    },
  };
}

/** Reads `(address)`, with at most one pair of brackets within it. Stops at the first character that ends it. */
function targetAt(text: string, at: number): { href: string; end: number } | undefined {
  target.lastIndex = at;
  const found = target.exec(text);
  if (!found) return undefined;
  return { href: (found[1] ?? '').replaceAll(/\\([()_*~])/g, '$1'), end: at + found[0].length };
}
const target = /\(\s?<?((?:[^\s()<>]|\([^\s()<>]*\)){1,2048})>?(?:\s"[^"\n]{0,200}")?\s?\)/y;

/** Puts the elements together. A mark without its other half is text, and a link within a link too. */
function treeOf(parts: readonly (RichNode | Mark)[]): RichNode[] {
  const root: RichElement = { tag: 'p', children: [] };
  const open: RichElement[] = [root];
  let inLink = 0;
  for (const part of parts) {
    const inside = open.at(-1) ?? root;
    if (typeof part === 'string') put(inside, part);
    else if (!('kind' in part)) {
      if (part.tag === 'a' && inLink > 0) put(inside, wordsOf(part.children ?? []));
      else put(inside, part);
    } else if (part.pair === undefined) put(inside, part.text);
    else if (part.pair === true) {
      const closed = open.pop();
      if (!closed) continue;
      if (closed.tag === 'a') inLink -= 1;
      putElement(open.at(-1) ?? root, closed);
    } else {
      open.push({ ...part.pair, children: [] });
      if (part.pair.tag === 'a') inLink += 1;
    }
  }
  return root.children ?? [];
}

function putElement(inside: RichElement, { children = [], ...element }: RichElement): void {
  const words = wordsOf(children);
  const href = element.attributes?.['href'];
  const src = element.attributes?.['src'];
  if (element.attributes?.['file'] !== undefined)
    put(inside, { tag: 'img', attributes: { ...element.attributes, alt: words } });
  else if (element.tag === 'img')
    put(inside, src === undefined ? words : { tag: 'img', attributes: { src, alt: words } });
  else if (href !== undefined && (words.trim() === '' || isMisleading(words, href))) {
    for (const each of [...children, ` (${href})`]) put(inside, each);
  } else put(inside, { ...element, children });
}

function put(inside: RichElement, node: RichNode): void {
  const children = (inside.children ??= []);
  const last = children.at(-1);
  if (typeof node === 'string' && typeof last === 'string') children[children.length - 1] = last + node;
  else children.push(node);
}

/** Returns the bare words of a text, without marks and addresses: for search, previews and programs. */
export function wordsOf(nodes: readonly RichNode[]): string {
  return wordsIn(nodes)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n');
}
const ownLine = /^(?:p|h\d|li|pre|tr|br|hr|blockquote)$/;
const wordsIn = (nodes: readonly RichNode[]): string =>
  nodes
    .map((node) => {
      if (typeof node === 'string') return node;
      const inner = wordsIn(node.children ?? []);
      return ownLine.test(node.tag) ? `${inner}\n` : /^t[dh]$/.test(node.tag) ? `${inner} ` : inner;
    })
    .join('');
