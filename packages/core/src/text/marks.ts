/** The formatting of a message as ranges of its plain text, for channels that format by ranges. */
import type { Message } from '@parley/contracts/entities';
import { plainTextOf } from '@parley/contracts/text/plain-text';
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

/** Returns the marks within a part of the text, in a text where that part begins at `at`. */
export const marksWithin = (marks: readonly Mark[], [from, to]: readonly [number, number], at: number): Mark[] =>
  marks.flatMap((mark) => {
    const [first, last] = [Math.max(mark.from, from), Math.min(mark.to, to)];
    return first < last ? [{ ...mark, from: first - from + at, to: last - from + at }] : [];
  });
