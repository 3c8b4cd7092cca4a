/** The formatting of a message as ranges of its plain text, for channels that format by ranges. */
import type { Message } from '@parley/contracts/entities';
import { plainTextOf } from '@parley/contracts/text/plain-text';
import { writeRichText } from '@parley/contracts/text/write-rich-text';
import { readRichText, type RichElement, type RichNode } from '@parley/contracts/text/rich-text';

const markedTags = ['strong', 'em', 's', 'code', 'pre', 'a'] as const;
type MarkedTag = (typeof markedTags)[number];

/** Formatted range of a text, in UTF-16 units. */
export interface Mark {
  tag: MarkedTag;
  from: number;
  to: number;
  /** Address of a link. */
  href?: string | undefined;
}

const markedTag = (tag: string): MarkedTag | undefined => markedTags.find((each) => each === tag);

/** Stand in the plain text where a range begins and ends: Unicode has set them aside for uses like this one. */
const begins = '\u{FDD0}';
const ends = '\u{FDD1}';
const signs = /([\u{FDD0}\u{FDD1}])/u;

/** Returns the formatted ranges of a message's text; none if the text isn't the plain form of its formatting. */
export function marksOf({ content, markdown }: Pick<Message, 'content' | 'markdown'>): Mark[] {
  if (markdown === undefined || signs.test(markdown)) return [];
  const elements: RichElement[] = [];
  const signed = plainTextOf(withSigns(readRichText(markdown), elements));
  const marks: Mark[] = [];
  const open: { element: RichElement; from: number }[] = [];
  let text = '';
  for (const piece of signed.split(signs)) {
    if (piece === begins) {
      const element = elements.shift();
      if (element) open.push({ element, from: text.length });
    } else if (piece === ends) {
      const last = open.pop();
      if (last) marks.push(markOf(last.element, last.from, text));
    } else text += piece;
  }
  return text === content ? marks.filter(({ from, to }) => from < to) : [];
}

/** Returns a tree with signs around what is formatted; adds those elements to `elements` in the order of their signs. */
function withSigns(nodes: readonly RichNode[], elements: RichElement[]): RichNode[] {
  return nodes.flatMap((node) => {
    if (typeof node === 'string') return [node];
    const isMarked = markedTag(node.tag) !== undefined;
    if (isMarked) elements.push(node);
    // The plain form of a link depends on its words, which therefore stay as they are.
    if (node.tag === 'a') return [begins, node, ends];
    const inner = node.tag === 'pre' ? (node.children ?? []) : withSigns(node.children ?? [], elements);
    return [{ ...node, children: isMarked ? [begins, ...inner, ends] : inner }];
  });
}

function markOf({ tag, attributes, children = [] }: RichElement, from: number, text: string): Mark {
  const words = plainTextOf(children);
  // The address that follows a link's words is not part of the link.
  const to = tag === 'a' && text.startsWith(words, from) ? from + words.length : text.length;
  return { tag: markedTag(tag) ?? 'em', from, to, href: attributes?.['href'] };
}

/** Returns a text with its formatted ranges as Markdown. */
export function markdownOf({ text, marks }: { text: string; marks: readonly Mark[] }): string {
  const outerFirst = marks.toSorted((one, other) => one.from - other.from || other.to - one.to);
  const nodes: RichNode[] = [];
  // Code of several lines stands between paragraphs.
  let at = 0;
  for (const { from, to } of outerFirst.filter(({ tag }) => tag === 'pre')) {
    nodes.push(...paragraphsOf(text, outerFirst, [at, from]), { tag: 'pre', children: [text.slice(from, to)] });
    at = to;
  }
  return writeRichText([...nodes, ...paragraphsOf(text, outerFirst, [at, text.length])]);
}

type Range = readonly [from: number, to: number];

function paragraphsOf(text: string, marks: readonly Mark[], [start, end]: Range): RichElement[] {
  const paragraphs: RichElement[] = [];
  for (let from = start; from < end; ) {
    const gap = text.indexOf('\n\n', from);
    const to = gap < 0 || gap > end ? end : gap;
    paragraphs.push({ tag: 'p', children: inlineOf(text, marks, [from, to]) });
    from = to + 2;
  }
  return paragraphs;
}

/** Returns a range of a text with the marks in it, of which the outer ones come first. */
function inlineOf(text: string, marks: readonly Mark[], [start, end]: Range): RichNode[] {
  const nodes: RichNode[] = [];
  let at = start;
  for (const [index, mark] of marks.entries()) {
    const [from, to] = [Math.max(mark.from, at), Math.min(mark.to, end)];
    if (from >= to || mark.tag === 'pre') continue;
    const { tag, href } = mark;
    const inner = tag === 'code' ? [text.slice(from, to)] : inlineOf(text, marks.slice(index + 1), [from, to]);
    nodes.push(text.slice(at, from), { tag, children: inner, ...(href !== undefined && { attributes: { href } }) });
    // The plain form has a link's address behind its words.
    const address = ` (${href})`;
    at = href !== undefined && text.startsWith(address, to) ? to + address.length : to;
  }
  return [...nodes, text.slice(at, end)].filter((node) => node !== '');
}

/** Returns the marks within a part of the text, in a text where that part begins at `at`. */
export const marksWithin = (marks: readonly Mark[], [from, to]: readonly [number, number], at: number): Mark[] =>
  marks.flatMap((mark) => {
    const [first, last] = [Math.max(mark.from, from), Math.min(mark.to, to)];
    return first < last ? [{ ...mark, from: first - from + at, to: last - from + at }] : [];
  });
