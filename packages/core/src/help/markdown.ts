/**
 * Reads an article's Markdown into a tree of the few elements that pages show. Only those can result: HTML in a text
 * stays text, links lead to the web, to mail or within the site, pictures are those stored here.
 */
import type { HelpElement, HelpNode, HelpTag } from '@parley/contracts/knowledge/help';
import { helpTags } from '@parley/contracts/knowledge/help';
import MarkdownIt from 'markdown-it';
import { imageAddress } from '../images/images.ts';

const reader = new MarkdownIt('default', { html: false, linkify: true, maxNesting: 20 });
type Token = ReturnType<typeof reader.parse>[number];

/** Pages have a title of their own, so the headings of a text begin a level below. */
const headings: Readonly<Record<string, HelpTag>> = { h1: 'h2', h2: 'h2', h3: 'h3', h4: 'h4', h5: 'h4', h6: 'h4' };
const allowed = new Set<string>(helpTags);
const isTag = (tag: string): tag is HelpTag => allowed.has(tag);

/** A link that may be followed: to the web, to mail, or to a place of the same site. */
const isSafeLink = (href: string): boolean =>
  /^(?:https?:\/\/|mailto:)[^\s]+$/i.test(href) || /^(?:\/(?!\/)|#)[^\s\\]*$/.test(href);

/** Returns a heading's anchor: `Returning shoes` → `returning-shoes`. */
const anchorOf = (words: string): string =>
  words
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');

/** Parses Markdown to a tree of allowed elements. HTML in it stays text; unsafe links are dropped. */
export function readMarkdown(text: string): HelpNode[] {
  const root: HelpElement = { tag: 'p', children: [] };
  const open: HelpElement[] = [root];
  const anchors = new Map<string, number>();
  for (const token of flat(reader.parse(text, {}))) {
    const inside = open.at(-1) ?? root;
    const put = (node: HelpNode): void => void (inside.children ??= []).push(node);
    if (token.nesting === 1) {
      const element = elementOf(token);
      put(element);
      open.push(element);
    } else if (token.nesting === -1) {
      const closed = open.pop();
      if (closed && /^h\d$/.test(closed.tag)) closed.attributes = { id: unique(anchors, anchorOf(wordsOf([closed]))) };
    } else {
      const leaf = leafOf(token);
      if (leaf !== '') put(leaf);
    }
  }
  return unwrapped(root.children ?? []);
}

/** Returns the plain text, for search, previews and programs. */
export function wordsOf(nodes: readonly HelpNode[]): string {
  const read = (node: HelpNode): string => {
    if (typeof node === 'string') return node;
    const inner = (node.children ?? []).map(read).join('');
    return /^(?:p|h\d|li|pre|tr|br|hr|blockquote)$/.test(node.tag)
      ? `${inner}\n`
      : node.tag === 'td'
        ? `${inner} `
        : inner;
  };
  return nodes
    .map(read)
    .join('')
    .replaceAll(/\s*\n\s*/g, '\n')
    .trim();
}

const flat = (tokens: readonly Token[]): Token[] =>
  tokens.flatMap((token) => (token.type === 'inline' ? flat(token.children ?? []) : [token]));

function elementOf(token: Token): HelpElement {
  const tag = headings[token.tag] ?? token.tag;
  if (token.hidden || !isTag(tag)) return { tag: 'p', attributes: { hidden: '' } };
  const href = tag === 'a' ? String(token.attrGet('href') ?? '') : '';
  const start = tag === 'ol' ? token.attrGet('start') : null;
  if (tag === 'a') return isSafeLink(href) ? { tag, attributes: { href } } : { tag: 'em' };
  return start === null ? { tag } : { tag, attributes: { start: String(start) } };
}

function leafOf(token: Token): HelpNode {
  switch (token.type) {
    case 'softbreak':
      return '\n';
    case 'hardbreak':
      return { tag: 'br' };
    case 'hr':
      return { tag: 'hr' };
    case 'code_inline':
      return { tag: 'code', children: [token.content] };
    case 'fence':
    case 'code_block':
      return { tag: 'pre', children: [{ tag: 'code', children: [token.content.replace(/\n$/, '')] }] };
    case 'image': {
      const src = String(token.attrGet('src') ?? '');
      return imageAddress.test(src) ? { tag: 'img', attributes: { src, alt: token.content } } : token.content;
    }
    default:
      return token.content;
  }
}

/** Without the paragraphs that a tight list hides. */
function unwrapped(nodes: readonly HelpNode[]): HelpNode[] {
  return nodes.flatMap((node): HelpNode[] => {
    if (typeof node === 'string') return [node];
    const children = unwrapped(node.children ?? []);
    if (node.attributes?.['hidden'] !== undefined) return children;
    return [children.length > 0 ? { ...node, children } : node];
  });
}

function unique(taken: Map<string, number>, anchor: string): string {
  const name = anchor || 'section';
  const count = (taken.get(name) ?? 0) + 1;
  taken.set(name, count);
  return count === 1 ? name : `${name}-${count}`;
}
