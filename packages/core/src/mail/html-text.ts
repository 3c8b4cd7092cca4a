/** The text of an HTML mail, and the pictures in it. */
import { convert } from 'html-to-text';

/** Where mail programs put what they quote and the signature. */
const quoteSelectors = [
  '.gmail_quote',
  '.gmail_extra',
  '.gmail_signature',
  '.yahoo_quoted',
  '.protonmail_quote',
  '.protonmail_signature_block',
  '.moz-cite-prefix',
  '.moz-signature',
  '.AppleMailSignature',
  '#AppleMailSignature',
  '#Signature',
  '#divRplyFwdMsg',
  '#appendonsend',
  '#mail-editor-reference-message-container',
  'blockquote[type=cite]',
  'blockquote',
];

export interface HtmlPicture {
  contentId: string;
  /** As shown, in pixels; null where the mail doesn't say. */
  width: number | null;
  height: number | null;
  /** What is to be seen, as the mail says. */
  alt: string;
}

export interface HtmlText {
  text: string;
  /** Those that came along with the mail. */
  pictures: HtmlPicture[];
}

/** Nested deeper, text is left out: no person's mail is. */
const deepest = 100;

/** Takes time in proportion to the length. `withQuotes: false` leaves out what is marked as quotation or signature. */
export function textOfHtml(html: string, { withQuotes }: { withQuotes: boolean }): HtmlText {
  const pictures: HtmlPicture[] = [];
  const note = ({ attribs = {} }: { attribs?: Record<string, string> }): void => {
    const { src = '', width, height, alt = '' } = attribs;
    if (!/^cid:/i.test(src)) return;
    pictures.push({ contentId: src.slice(4), width: pixels(width), height: pixels(height), alt });
  };
  const text = convert(balanced(html, withQuotes), {
    wordwrap: false,
    limits: { maxDepth: deepest, maxChildNodes: 20_000 },
    formatters: { picture: note },
    selectors: [
      { selector: 'a', options: { ignoreHref: true } },
      { selector: 'img', format: 'picture' },
      { selector: 'ul', options: { itemPrefix: '- ' } },
      ...(withQuotes ? [] : quoteSelectors.map((selector) => ({ selector, format: 'skip' }))),
    ],
  });
  return { text, pictures };
}

const pixels = (given: string | undefined): number | null => {
  const found = Number.parseInt(given ?? '', 10);
  return Number.isNaN(found) ? null : found;
};

/** These have no end of their own. */
const empty = new Set(['area', 'base', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'source', 'wbr']);
/** Longer tags are cut: what they are about is said at the beginning. */
const longestTag = 2_000;

/**
 * The same HTML with nothing in it that takes a parser long: no tag that is closed without having been opened, none
 * nested too deeply, no comments. Without quotations it ends where Outlook begins to quote, which puts nothing around.
 */
function balanced(html: string, withQuotes: boolean): string {
  const kept: string[] = [];
  /** Of each name, how many are open; and how many beyond the depth, whose ends go as well. */
  const open = new Map<string, number>();
  let depth = 0;
  for (let at = 0; at < html.length; ) {
    const start = html.indexOf('<', at);
    kept.push(html.slice(at, start < 0 ? html.length : start));
    if (start < 0) break;
    if (html.startsWith('<!', start)) {
      const isComment = html.startsWith('<!--', start);
      const end = html.indexOf(isComment ? '-->' : '>', start + 2);
      // A comment that never ends hides the rest, as in a browser.
      if (end < 0) break;
      at = end + (isComment ? 3 : 1);
      continue;
    }
    const tag = tagAt(html, start);
    at = start + tag.length;
    const [, slash, name = ''] = /^<(\/?)([a-z][a-z0-9:-]{0,30})/i.exec(tag)?.map((part) => part.toLowerCase()) ?? [];
    if (name === '') {
      // A sign of its own, as in “a < b”.
      if (!tag.startsWith('</')) kept.push(`&lt;${tag.slice(1)}`);
      continue;
    }
    if (!withQuotes && !slash && beginsQuotation(name, tag)) break;
    if (empty.has(name)) {
      if (!slash) kept.push(tag);
      continue;
    }
    const count = open.get(name) ?? 0;
    if (slash) {
      if (count === 0) continue;
      open.set(name, count - 1);
      depth -= 1;
      if (depth < deepest) kept.push(`</${name}>`);
    } else {
      if (depth < deepest) kept.push(tag);
      open.set(name, count + 1);
      depth += 1;
    }
  }
  return kept.join('');
}

/** From a `<` to its `>` outside quotation marks, or to the next `<` where there is none nearby. */
function tagAt(html: string, start: number): string {
  let quote = '';
  const last = Math.min(html.length, start + longestTag);
  for (let at = start + 1; at < last; at += 1) {
    const sign = html.charAt(at);
    if (quote !== '') {
      if (sign === quote) quote = '';
    } else if (sign === '"' || sign === "'") quote = sign;
    else if (sign === '>') return html.slice(start, at + 1);
    else if (sign === '<') return html.slice(start, at);
  }
  // Quotation marks that never end: the tag ends at the first `>`, else where looking for it was given up.
  const rest = html.slice(start, last);
  const end = rest.indexOf('>');
  return end < 0 ? rest : rest.slice(0, end + 1);
}

/** Outlook's marks, behind which everything is the old mail. */
function beginsQuotation(name: string, tag: string): boolean {
  if (name !== 'div' && name !== 'hr') return false;
  const text = tag.toLowerCase().replaceAll(/\s/g, '');
  if (name === 'hr') return /id="?stopspelling|tabindex="-1"/.test(text);
  return (
    /id="?[\w-]{0,40}(?:divrplyfwdmsg|appendonsend)|id="?mail-editor-reference-message-container/.test(text) ||
    /border-top:solid#(?:e1e1e1|b5c4df)/.test(text)
  );
}
