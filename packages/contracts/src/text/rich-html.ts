/** Formatted text as HTML, for mail, pages and the clipboard. Text is always escaped, and elements are `richTags` alone. */
import type { RichNode, RichTag } from './rich-text.ts';

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign);

interface HtmlOptions {
  /** Further attributes of an element, as HTML. */
  attributesOf?: (tag: RichTag) => string;
  /** Returns the HTML of a file that the text shows; its words without it. */
  pictureOf?: (file: string) => string | undefined;
  /** Wraps the HTML of an element. */
  around?: (tag: RichTag, html: string) => string;
}

const empty = new Set<RichTag>(['br', 'hr', 'img']);

export function htmlOf(nodes: readonly RichNode[], options: HtmlOptions = {}): string {
  const { attributesOf = () => '', pictureOf, around = (_tag, html) => html } = options;
  return nodes
    .map((node) => {
      if (typeof node === 'string') return escapeHtml(node);
      const { tag, attributes = {}, children = [] } = node;
      const { file, alt = '' } = attributes;
      if (file !== undefined) return pictureOf?.(file) ?? escapeHtml(alt);
      const own = Object.entries(attributes).map(([name, value]) => ` ${name}="${escapeHtml(value)}"`);
      const start = `<${tag}${own.join('')}${attributesOf(tag)}>`;
      return around(tag, empty.has(tag) ? start : `${start}${htmlOf(children, options)}</${tag}>`);
    })
    .join('');
}
