/** Between formatted text and the editor's document. */
import type { RichElement, RichNode, RichTag } from '@parley/contracts/text/rich-text';
import { Fragment, type Mark, type Node } from 'prosemirror-model';
import { schema } from './schema.ts';

const { paragraph, bulletList, orderedList, listItem, blockquote, codeBlock, picture } = schema.nodes;
const markTags = ['strong', 'em', 's', 'code'] as const;

/** Returns the document of a text without formatting. */
export const docOfText = (text: string): Node =>
  schema.node(
    'doc',
    null,
    text.split('\n').map((line) => paragraph.create(null, line === '' ? null : schema.text(line))),
  );

export function docOf(nodes: readonly RichNode[]): Node {
  const blocks = blocksOf(nodes);
  return schema.node('doc', null, blocks.length > 0 ? blocks : [paragraph.create()]);
}

/** Each line of a paragraph is one of the document's, and an empty one is between two paragraphs. */
function blocksOf(nodes: readonly RichNode[]): Node[] {
  const blocks: Node[] = [];
  let wasParagraph = false;
  for (const node of nodes) {
    const element: RichElement = typeof node === 'string' ? { tag: 'p', children: [node] } : node;
    const isParagraph = element.tag === 'p';
    if (isParagraph && wasParagraph) blocks.push(paragraph.create());
    blocks.push(...blockOf(element));
    wasParagraph = isParagraph;
  }
  return blocks;
}

function blockOf({ tag, children = [], attributes }: RichElement): Node[] {
  if (tag === 'ul') return [bulletList.create(null, children.map(itemOf))];
  if (tag === 'ol') return [orderedList.create({ start: Number(attributes?.['start'] ?? 1) }, children.map(itemOf))];
  if (tag === 'blockquote') return [blockquote.create(null, atLeastOne(blocksOf(children)))];
  if (tag !== 'pre') return linesOf(children);
  const text = wordsIn(children);
  return [codeBlock.create(null, text === '' ? null : schema.text(text))];
}

const atLeastOne = (blocks: Node[]): Node[] => (blocks.length > 0 ? blocks : [paragraph.create()]);

function itemOf(item: RichNode): Node {
  const children = typeof item === 'string' ? [item] : (item.children ?? []);
  const at = children.findIndex((node) => typeof node === 'object' && isBlock(node.tag));
  const words = linesOf(at < 0 ? children : children.slice(0, at));
  return listItem.create(null, [...words, ...(at < 0 ? [] : blocksOf(children.slice(at)))]);
}
const isBlock = (tag: RichTag): boolean => ['p', 'ul', 'ol', 'blockquote', 'pre'].includes(tag);

function linesOf(nodes: readonly RichNode[]): Node[] {
  const lines: Node[][] = [[]];
  const walk = (inner: readonly RichNode[], marks: readonly Mark[]): void => {
    for (const node of inner) {
      if (typeof node === 'string') {
        if (node !== '') lines.at(-1)?.push(schema.text(node, marks));
      } else if (node.tag === 'br') lines.push([]);
      else if (node.tag === 'img') {
        const { file, alt: name } = node.attributes ?? {};
        if (file !== undefined) lines.at(-1)?.push(picture.create({ file, name }, null, marks));
      } else walk(node.children ?? [], markOf(node).addToSet(marks));
    }
  };
  walk(nodes, []);
  return lines.map((line) => paragraph.create(null, Fragment.from(line)));
}

function markOf({ tag, attributes }: RichElement): { addToSet: (marks: readonly Mark[]) => readonly Mark[] } {
  if (tag === 'a') return schema.marks.link.create({ href: attributes?.['href'] ?? '' });
  const known = markTags.find((each) => each === tag);
  return known ? schema.marks[known].create() : { addToSet: (marks) => marks };
}

const wordsIn = (nodes: readonly RichNode[]): string =>
  nodes.map((node) => (typeof node === 'string' ? node : wordsIn(node.children ?? []))).join('');

/** Returns the formatted text of a document, or of a part with blocks of its own. */
export function richOf(parent: Node): RichNode[] {
  const nodes: RichNode[] = [];
  let lines: RichNode[] = [];
  const end = (): void => {
    if (lines.length > 0) nodes.push({ tag: 'p', children: lines });
    lines = [];
  };
  parent.forEach((node) => {
    if (node.type !== paragraph) {
      end();
      nodes.push(richBlock(node));
    } else if (node.content.size === 0) end();
    else lines = lines.length > 0 ? [...lines, { tag: 'br' }, ...richInline(node)] : richInline(node);
  });
  end();
  return nodes;
}

function richBlock(node: Node): RichElement {
  if (node.type === codeBlock) return { tag: 'pre', children: [{ tag: 'code', children: [node.textContent] }] };
  if (node.type === blockquote) return { tag: 'blockquote', children: richOf(node) };
  const items: RichNode[] = [];
  node.forEach((item) => {
    const [first, ...rest] = richOf(item);
    const words = typeof first === 'object' && first.tag === 'p' ? (first.children ?? []) : first ? [first] : [];
    items.push({ tag: 'li', children: [...words, ...rest] });
  });
  const start = Number(node.attrs['start'] ?? 1);
  return {
    tag: node.type === orderedList ? 'ol' : 'ul',
    ...(start !== 1 && { attributes: { start: String(start) } }),
    children: items,
  };
}

/** Runs of words with the same mark are one element; the mark that goes on longest is the outer one. */
function richInline(line: Node): RichNode[] {
  const pieces: Piece[] = [];
  line.forEach((node) => {
    pieces.push({ node, marks: node.marks });
  });
  return nested(pieces);
}

interface Piece {
  node: Node;
  marks: readonly Mark[];
}

function nested(pieces: readonly Piece[]): RichNode[] {
  const nodes: RichNode[] = [];
  for (let at = 0; at < pieces.length; ) {
    const piece = pieces[at];
    if (!piece) break;
    const runs = piece.marks.map((mark) => ({ mark, end: endOfRun(pieces, at, mark) }));
    const longest = runs.reduce<(typeof runs)[number] | undefined>(
      (best, run) => (!best || run.end > best.end ? run : best),
      undefined,
    );
    if (!longest) {
      nodes.push(richLeaf(piece.node));
      at += 1;
      continue;
    }
    const { mark, end } = longest;
    const inner = pieces.slice(at, end).map((each) => ({ ...each, marks: mark.removeFromSet(each.marks) }));
    nodes.push(elementOf(mark, nested(inner)));
    at = end;
  }
  return nodes;
}

function richLeaf({ isText, text = '', type, attrs }: Node): RichNode {
  if (isText) return text;
  if (type !== picture) return { tag: 'br' };
  return { tag: 'img', attributes: { file: String(attrs['file']), alt: String(attrs['name']) } };
}

function endOfRun(pieces: readonly Piece[], from: number, mark: Mark): number {
  let end = from;
  while (end < pieces.length && mark.isInSet(pieces[end]?.marks ?? [])) end += 1;
  return end;
}

function elementOf(mark: Mark, children: RichNode[]): RichElement {
  if (mark.type === schema.marks.link) return { tag: 'a', attributes: { href: String(mark.attrs['href']) }, children };
  const tag = markTags.find((each) => schema.marks[each] === mark.type) ?? 'em';
  return { tag, children };
}
