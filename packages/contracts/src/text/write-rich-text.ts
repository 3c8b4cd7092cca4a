/** Writes a formatted text as Markdown, so that reading it again gives the same text. */
import type { RichElement, RichNode } from './rich-text.ts';
import { addresses } from './links.ts';

export const writeRichText = (nodes: readonly RichNode[]): string => blocks(nodes).join('\n\n');

function blocks(nodes: readonly RichNode[]): string[] {
  let isOther = false;
  return nodes.flatMap((node, index) => {
    const before = nodes[index - 1];
    // Two lists of a kind are two by their signs.
    isOther = typeof node === 'object' && typeof before === 'object' && before.tag === node.tag && !isOther;
    const written = typeof node === 'string' ? paragraph([node]) : block(node, isOther);
    return written === '' ? [] : [written];
  });
}

function block(element: RichElement, isOther: boolean): string {
  const { tag, children = [], attributes } = element;
  if (tag === 'p') return paragraph(children);
  if (tag === 'blockquote') return lines(blocks(children).join('\n\n'), '> ', '> ');
  if (tag === 'pre') {
    const text = bareText(children);
    const ticks = '`'.repeat(Math.max(3, longestRun(text) + 1));
    return `${ticks}\n${text}\n${ticks}`;
  }
  if (tag !== 'ul' && tag !== 'ol') return paragraph([element]);
  const first = Number(attributes?.['start'] ?? 1);
  const items = children.map((each, index) => {
    const sign = tag === 'ol' ? `${first + index}${isOther ? ')' : '.'} ` : isOther ? '+ ' : '- ';
    return lines(listItem(typeof each === 'string' ? [each] : (each.children ?? [])), sign, ' '.repeat(sign.length));
  });
  return items.join('\n');
}

/** The words of an item, and below them what else it contains. */
function listItem(children: readonly RichNode[]): string {
  const at = children.findIndex((node) => typeof node === 'object' && isBlock(node));
  const words = at < 0 ? children : children.slice(0, at);
  const below = at < 0 ? [] : children.slice(at);
  const isParagraph = (node: RichNode | undefined): boolean => typeof node === 'object' && node.tag === 'p';
  return [paragraph(words), ...blocks(below)].join(below.some(isParagraph) ? '\n\n' : '\n').trimStart();
}
const isBlock = ({ tag }: RichElement): boolean => ['p', 'ul', 'ol', 'blockquote', 'pre'].includes(tag);

const lines = (text: string, first: string, others: string): string =>
  text
    .split('\n')
    .map((line, index) => (index === 0 ? first : others) + line)
    .map((line) => line.trimEnd())
    .join('\n');

const longestRun = (text: string): number => Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
const bareText = (nodes: readonly RichNode[]): string =>
  nodes.map((node) => (typeof node === 'string' ? node : bareText(node.children ?? []))).join('');

const paragraph = (children: readonly RichNode[]): string =>
  children
    .map(inline)
    .join('')
    .split('\n')
    .map((line) => startEscaped(line.trim()))
    .filter((line) => line !== '')
    .join('\n');

/** A line that would begin a list or a quotation. */
const startEscaped = (line: string): string =>
  line.replace(/^(>|[-+](?=\s))/, '\\$1').replace(/^(\d{1,9})([.)])(?=\s)/, '$1\\$2');

const marks: Partial<Record<RichElement['tag'], string>> = { strong: '**', em: '*', s: '~~' };

function inline(node: RichNode): string {
  if (typeof node === 'string') return escaped(node);
  const { tag, children = [], attributes } = node;
  const mark = marks[tag];
  if (mark) return marked(children.map(inline).join(''), mark);
  if (tag === 'br') return '\n';
  if (tag === 'a') return link(children, attributes?.['href'] ?? '');
  if (tag === 'img') return `![${withoutMarks(attributes?.['alt'] ?? '')}](file:${attributes?.['file'] ?? ''})`;
  return tag === 'code' ? codeIn(bareText(children).replaceAll('\n', ' ')) : children.map(inline).join('');
}

function codeIn(text: string): string {
  const ticks = '`'.repeat(longestRun(text) + 1);
  const isPadded = /^[` ]|[` ]$/.test(text) && text.trim() !== '';
  return text === '' ? '' : isPadded ? `${ticks} ${text} ${ticks}` : `${ticks}${text}${ticks}`;
}

/** Marks stand at words: white space at the ends goes outside. A mark doesn't go across lines. */
const marked = (text: string, mark: string): string =>
  text
    .split('\n')
    .map((line) => {
      const words = line.trim();
      if (words === '') return line;
      const start = line.slice(0, line.length - line.trimStart().length);
      const end = line.slice(line.trimEnd().length);
      return `${start}${mark}${words}${mark}${end}`;
    })
    .join('\n');

function link(children: readonly RichNode[], href: string): string {
  const words = bareText(children);
  const shown = href.replace(/^(?:mailto|tel):/i, '');
  if (words === href) return `<${href}>`;
  if (/^mailto:[\w.+-]+@[\w.-]+$/i.test(href) && words === shown) return `<${words}>`;
  const target = href.replaceAll('(', '%28').replaceAll(')', '%29');
  return `[${children.map(inline).join('')}](${target})`;
}

/** Characters that would be marks. An address keeps its own, in angle brackets. */
function escaped(text: string): string {
  let written = '';
  let from = 0;
  for (const { 0: address, 1: start, index } of text.matchAll(addresses)) {
    const isWhole = start !== 'www.' && /^[^\s<>\\`]{3,}$/.test(address);
    written += withoutMarks(text.slice(from, index)) + (isWhole ? `<${address}>` : withoutMarks(address));
    from = index + address.length;
  }
  return written + withoutMarks(text.slice(from));
}
const withoutMarks = (text: string): string => text.replaceAll(/[\\`*_~[\]<]/g, '\\$&');
