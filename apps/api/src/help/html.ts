/** An article's tree as HTML. Text is always escaped, and an element is one of those named in the contracts. */
import type { HelpNode } from '@parley/contracts/knowledge/help';
import { escapeHtml } from '@parley/core/mailer/html';

const empty = new Set(['img', 'br', 'hr']);

export function htmlOf(nodes: readonly HelpNode[]): string {
  return nodes.map(htmlOfNode).join('');
}

function htmlOfNode(node: HelpNode): string {
  if (typeof node === 'string') return escapeHtml(node);
  const { tag, attributes = {}, children = [] } = node;
  // Wide parts scroll on their own, also with the keyboard.
  const more = tag === 'pre' ? ' tabindex="0"' : tag === 'img' ? ' loading="lazy"' : tag === 'th' ? ' scope="col"' : '';
  const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${escapeHtml(value)}"`);
  const open = `<${tag}${written.join('')}${more}>`;
  if (empty.has(tag)) return open;
  const whole = `${open}${htmlOf(children)}</${tag}>`;
  return tag === 'table' ? `<div class="wide" tabindex="0">${whole}</div>` : whole;
}
