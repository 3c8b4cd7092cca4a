/** The plain form of a formatted text: what search, lists, notifications, exports, models and plain mail contain. */
import { type RichElement, type RichNode, readRichText, wordsOf } from './rich-text.ts';

/** Returns a formatted text as people write it without formatting: lists with their signs, links with their address. */
export const plainText = (markdown: string): string => plainTextOf(readRichText(markdown));

export const plainTextOf = (nodes: readonly RichNode[]): string => blocks(nodes).trim();

/** Whether a text has anything that its plain form can't show as well. An address alone is a link either way. */
export function isFormatted(nodes: readonly RichNode[]): boolean {
  return nodes.some((node) => {
    if (typeof node === 'string' || node.tag === 'br') return false;
    if (node.tag === 'p') return isFormatted(node.children ?? []);
    return node.tag !== 'a' || addressBeside(node) !== null;
  });
}

const isInline = (node: RichNode): boolean =>
  typeof node === 'string' || ['code', 'strong', 'em', 's', 'a', 'br', 'img'].includes(node.tag);

function blocks(nodes: readonly RichNode[], between = '\n\n'): string {
  const parts: string[] = [];
  let line = '';
  const end = () => {
    if (line !== '') parts.push(line);
    line = '';
  };
  let isAfterPicture = false;
  for (const node of nodes) {
    if (typeof node === 'string' || isInline(node)) {
      const words = inline(node);
      const isPicture = typeof node !== 'string' && node.attributes?.['file'] !== undefined;
      // A picture has a line of its own, unless the text leaves a space beside it.
      if ((isPicture || isAfterPicture) && /\S$/.test(line) && /^\S/.test(words)) line += '\n';
      line += words;
      isAfterPicture = isPicture;
    } else {
      end();
      parts.push(block(node));
    }
  }
  end();
  return parts.join(between);
}

function block({ tag, children = [], attributes }: RichElement): string {
  if (tag === 'ul' || tag === 'ol') {
    const first = Number(attributes?.['start'] ?? 1);
    return children.map((each, index) => listed(each, tag === 'ol' ? `${first + index}. ` : '- ')).join('\n');
  }
  if (tag === 'blockquote') {
    const lines = children.length === 0 ? [] : blocks(children).split('\n');
    return lines.map((line) => `> ${line}`.trimEnd()).join('\n');
  }
  if (tag === 'pre') return wordsOfCode(children);
  if (tag === 'hr') return '—';
  return tag === 'table' ? wordsOf(children) : blocks(children);
}

function listed(item: RichNode, sign: string): string {
  const inner = typeof item === 'string' ? item : blocks(item.children ?? [], '\n');
  return sign + inner.replaceAll('\n', `\n${' '.repeat(sign.length)}`);
}

function inline(node: RichNode): string {
  if (typeof node === 'string') return node;
  if (node.tag === 'br') return '\n';
  if (node.tag === 'img') {
    const { alt = '', file } = node.attributes ?? {};
    return file === undefined || alt === '' ? alt : `[${alt}]`;
  }
  const words = (node.children ?? []).map(inline).join('');
  const address = node.tag === 'a' ? addressBeside(node) : null;
  return address === null ? words : `${words} (${address})`;
}

/** Returns where a link leads, if its words don't show that themselves. */
function addressBeside({ attributes, children = [] }: RichElement): string | null {
  const href = attributes?.['href'] ?? '';
  const words = children.map(inline).join('').trim();
  const bare = href.replace(/^(?:mailto|tel):/i, '');
  return [href, bare, href.replace(/^https?:\/\//i, '')].includes(words) ? null : bare;
}

const wordsOfCode = (nodes: readonly RichNode[]): string =>
  nodes.map((node) => (typeof node === 'string' ? node : wordsOfCode(node.children ?? []))).join('');
