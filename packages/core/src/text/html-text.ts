/** Reads the text of an HTML mail, with what its program has marked as quoted or as signature, and the pictures in it. */
import { convert, type FormatCallback } from 'html-to-text';
import type { MailLine } from './mail-line.ts';

/** Marks that the conversion writes in front of lines: private-use characters, which are removed from the mail's own text. */
const marks = {
  quote: '\uE000',
  indent: '\uE001',
  signature: '\uE002',
  announcement: '\uE003',
  coloured: '\uE004',
  oldMail: '\uE005',
  begins: '\uE006',
  mayBegin: '\uE007',
} as const;
const anyMark = /[\uE000-\uE007]/g;

export interface HtmlPicture {
  contentId: string;
  /** Size as shown, in pixels; null if the mail doesn't set it. */
  width: number | null;
  height: number | null;
  /** Alternative text from the mail. */
  alt: string;
}

export interface HtmlText {
  lines: MailLine[];
  /** Pictures that came along with the mail. */
  pictures: HtmlPicture[];
  /** Pictures of the quoted mail and of the signature. */
  oldPictures: HtmlPicture[];
}

/** Text nested deeper than this is left out: no mail program nests that deeply. */
export const deepest = 100;

const signatureSelectors = [
  '.gmail_signature_prefix',
  '.gmail_signature',
  '.protonmail_signature_block',
  '.moz-signature',
  '.AppleMailSignature',
  '#AppleMailSignature',
  '#Signature',
  '#composer_signature',
  '#ms-outlook-mobile-signature',
];

type Attributes = Record<string, string | undefined>;

/** How a block quotation is used. Gmail indents own text with one that has a margin and no border. */
function useOfBlockquote({ type = '', class: classes = '', style = '' }: Attributes): 'quote' | 'indent' | null {
  if (/^cite$/i.test(type)) return 'quote';
  if (/border(?:-left)?:\s{0,3}(?:none|0)/i.test(style.slice(0, longestTag))) return null;
  return /(?:^|\s)(?:gmail_quote|protonmail_quote|yahoo_quoted)(?:\s|$)/.test(classes.slice(0, longestTag))
    ? 'quote'
    : 'indent';
}

/** Colours of default texts and links in mail programs: black, white, greys and the blues of Outlook. */
const plainColour =
  /^(?:black|white|gr[ae]y|darkgr[ae]y|dimgr[ae]y|silver|inherit|initial|currentcolor|windowtext|auto|transparent|navy|#(?:000080|1f497d|0563c1|954f72|0000ee|0078d[47]|1155cc|467886|15c|00e))$/i;

/** Returns true if the author has chosen the colour, as people do who answer between the lines. */
function isChosenColour({ style = '', color = '' }: Attributes): boolean {
  const [, given = color] = /(?:^|[;\s])color:\s{0,3}([^;]{1,60})/i.exec(style.slice(0, longestTag)) ?? [];
  const colour = given.replace(/!important/i, '').trim();
  if (colour === '' || plainColour.test(colour) || colour.startsWith('var(')) return false;
  const parts = /^#[\da-f]{6}$/i.test(colour)
    ? [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
    : /^#[\da-f]{3}$/i.test(colour)
      ? [1, 2, 3].map((at) => 17 * Number.parseInt(colour.charAt(at), 16))
      : (colour.match(/\d{1,3}/g) ?? []).slice(0, 3).map(Number);
  return parts.length < 3 || Math.max(...parts) - Math.min(...parts) > 60;
}

/** Reads the text of an HTML mail line by line, in time proportional to its length. */
export function textOfHtml(html: string): HtmlText {
  const pictures: HtmlPicture[] = [];
  const oldPictures: HtmlPicture[] = [];
  /** How many elements are open that hold old text. */
  let old = 0;
  const attributesOf = ({ attribs }: { attribs?: Attributes }): Attributes => attribs ?? {};
  const marked =
    (mark: string): FormatCallback =>
    (element, walk, builder) => {
      old += 1;
      builder.openBlock({ leadingLineBreaks: 1 });
      walk(element.children, builder);
      builder.closeBlock({ trailingLineBreaks: 1, blockTransform: (text) => withMark(text, mark) });
      old -= 1;
    };
  const quotation: FormatCallback = (element, walk, builder, options) => {
    const use = useOfBlockquote(attributesOf(element));
    if (use) return marked(marks[use])(element, walk, builder, options);
    builder.openBlock({ leadingLineBreaks: 1 });
    walk(element.children, builder);
    builder.closeBlock({ trailingLineBreaks: 1 });
  };
  const beginning =
    (mark: string): FormatCallback =>
    (_element, _walk, builder) => {
      // The old mail continues to the end of the document.
      if (mark === marks.begins) old += 1;
      builder.openBlock({ leadingLineBreaks: 1 });
      builder.addInline(mark, {});
      builder.closeBlock({ trailingLineBreaks: 1 });
    };
  const text = convert(balanced(html), {
    wordwrap: false,
    limits: { maxDepth: deepest, maxChildNodes: 20_000 },
    formatters: {
      picture: (element) => {
        const { src = '', width, height, alt = '' } = attributesOf(element);
        if (!/^cid:/i.test(src)) return;
        const picture = { contentId: src.slice(4), width: pixels(width), height: pixels(height), alt };
        (old > 0 ? oldPictures : pictures).push(picture);
      },
      quotation,
      signature: marked(marks.signature),
      announcement: marked(marks.announcement),
      oldMail: marked(marks.oldMail),
      begins: beginning(marks.begins),
      mayBegin: beginning(marks.mayBegin),
      linked: (element, walk, builder) => {
        let words = '';
        builder.pushWordTransform((word) => {
          words += word;
          return word;
        });
        walk(element.children, builder);
        builder.popWordTransform();
        const address = old > 0 ? null : addressBehind(words, attributesOf(element)['href']);
        if (address !== null) builder.addInline(` (${address.replaceAll(anyMark, '')})`, { noWordTransform: true });
      },
      // A row of a table is a line; without a blank its cells would be one word.
      cell: (element, walk, builder) => {
        walk(element.children, builder);
        builder.addInline(' ');
      },
      inked: (element, walk, builder) => {
        if (isChosenColour(attributesOf(element))) builder.addInline(marks.coloured, {});
        walk(element.children, builder);
      },
    },
    selectors: [
      { selector: 'a', format: 'linked' },
      { selector: 'img', format: 'picture' },
      { selector: 'ul', options: { itemPrefix: '- ' } },
      { selector: 'tr', format: 'block', options: { leadingLineBreaks: 1, trailingLineBreaks: 1 } },
      { selector: 'td', format: 'cell' },
      { selector: 'th', format: 'cell' },
      { selector: 'span', format: 'inked' },
      { selector: 'font', format: 'inked' },
      { selector: 'blockquote', format: 'quotation' },
      { selector: '.gmail_attr', format: 'announcement' },
      { selector: '.moz-cite-prefix', format: 'announcement' },
      { selector: 'div.yahoo_quoted', format: 'oldMail' },
      ...signatureSelectors.map((selector) => ({ selector, format: 'signature' })),
      { selector: oldMailTag.begins, format: 'begins' },
      { selector: oldMailTag.mayBegin, format: 'mayBegin' },
    ],
  });
  return { lines: linesOf(text), pictures, oldPictures };
}

const withMark = (text: string, mark: string): string =>
  text
    .split('\n')
    .map((line) => `${mark}${line}`)
    .join('\n');

/** Takes the marks out of the converted text again. */
function linesOf(text: string): MailLine[] {
  const lines: MailLine[] = [];
  let begins: MailLine['begins'] = null;
  for (const raw of text.split('\n')) {
    if (raw.includes(marks.begins) || raw.includes(marks.mayBegin)) {
      begins = begins === 'surely' || raw.includes(marks.begins) ? 'surely' : 'perhaps';
      continue;
    }
    const has = (mark: string): boolean => raw.includes(mark);
    const depth = (raw.match(/[\uE000\uE001]/g) ?? []).length;
    const own = raw.replaceAll(anyMark, '').trimEnd();
    const quote = has(marks.quote) ? 'surely' : has(marks.indent) || own.trimStart().startsWith('>') ? 'perhaps' : null;
    lines.push({
      text: `${'> '.repeat(depth)}${own}`.trimEnd(),
      quote,
      part: has(marks.oldMail)
        ? 'old mail'
        : has(marks.announcement)
          ? 'announcement'
          : has(marks.signature)
            ? 'signature'
            : null,
      begins,
      isColoured: has(marks.coloured),
    });
    begins = null;
  }
  return lines;
}

/** Longer addresses are left out. */
const longestAddress = 2048;
/** An address as people compare it: its scheme, and a slash at its end, are no difference. */
const comparable = (address: string): string =>
  address
    .replaceAll(/[\s\uE000-\uE007]/g, '')
    .replace(/^(?:https?:\/\/|mailto:|tel:)/i, '')
    .replace(/\/$/, '')
    .toLowerCase();

/** Returns the address of a link; null if its text is the address, or it can't be opened. */
function addressBehind(words: string, href: string | undefined): string | null {
  const address = (href ?? '').trim();
  if (!/^(?:https?:\/\/|mailto:)\S+$/i.test(address) || address.length > longestAddress) return null;
  const label = comparable(words);
  if (label === '' || label === comparable(address)) return null;
  const shown = address.replace(/^mailto:/i, '');
  return label === comparable(shown.replace(/\?.*$/, '')) && /^mailto:/i.test(address) ? null : shown;
}

const pixels = (given: string | undefined): number | null => {
  const found = Number.parseInt(given ?? '', 10);
  return Number.isNaN(found) ? null : found;
};

/** These have no end of their own. */
const empty = new Set(['area', 'base', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'source', 'wbr']);
/** Longer tags are cut: the relevant part is at the beginning. */
const longestTag = 2_000;

/** Elements that `balanced` puts in front of the places where Outlook begins to quote, which puts nothing around. */
const oldMailTag = { begins: 'parley-begins', mayBegin: 'parley-may-begin' } as const;

/**
 * Returns the same HTML with nothing in it that takes a parser long: no tag that is closed without having been opened,
 * none nested too deeply, no comments.
 */
export function balanced(html: string): string {
  const kept: string[] = [];
  /** Number of open elements by name, including those beyond the maximum depth, with tags that are dropped. */
  const open = new Map<string, number>();
  let depth = 0;
  for (let at = 0; at < html.length; ) {
    const start = html.indexOf('<', at);
    kept.push(html.slice(at, start < 0 ? html.length : start).replaceAll(anyMark, ''));
    if (start < 0) break;
    if (html.startsWith('<!', start)) {
      const isComment = html.startsWith('<!--', start);
      const end = html.indexOf(isComment ? '-->' : '>', start + 2);
      // An unclosed comment hides the rest, as in a browser.
      if (end < 0) break;
      at = end + (isComment ? 3 : 1);
      continue;
    }
    const { tag, end } = tagAt(html, start);
    at = end;
    const [, slash, name = ''] = /^<(\/?)([a-z][a-z0-9:-]{0,30})/i.exec(tag)?.map((part) => part.toLowerCase()) ?? [];
    if (name === '') {
      // A sign of its own, as in “a < b”.
      if (!tag.startsWith('</')) kept.push(`&lt;${tag.slice(1)}`);
      continue;
    }
    const begins = slash ? null : beginsQuotation(name, tag);
    if (begins && depth < deepest) kept.push(`<${oldMailTag[begins]}></${oldMailTag[begins]}>`);
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

/** From a `<` to its `>` outside quotation marks, or to the next `<` where there is none nearby; and where it ends. */
function tagAt(html: string, start: number): { tag: string; end: number } {
  let quote = '';
  const last = Math.min(html.length, start + longestTag);
  const upTo = (end: number) => ({ tag: html.slice(start, end), end });
  for (let at = start + 1; at < last; at += 1) {
    const sign = html.charAt(at);
    if (quote !== '') {
      if (sign === quote) quote = '';
    } else if (sign === '"' || sign === "'") quote = sign;
    else if (sign === '>') return upTo(at + 1);
    else if (sign === '<') return upTo(at);
  }
  // Quotation marks that never end: the tag ends at the first `>`, else where looking for it was given up.
  const rest = html.slice(start, last);
  const end = rest.indexOf('>');
  if (end >= 0) return upTo(start + end + 1);
  // A value of any length without blanks, such as a picture in base64, belongs to its tag.
  dataValue.lastIndex = last;
  const value = quote === '' ? '' : (dataValue.exec(html)?.[0] ?? '');
  const endOfValue = last + value.length;
  if (value === '' || html.charAt(endOfValue) !== quote) return upTo(last);
  // The value is dropped, with the rest of the tag.
  const [below = ''] = /^[^<>]{0,500}>/.exec(html.slice(endOfValue + 1, endOfValue + 502)) ?? [];
  return { tag: `${rest.slice(0, rest.lastIndexOf(quote) + 1)}${quote}>`, end: endOfValue + 1 + below.length };
}

const dataValue = /[\w+/=%-]+/y;

/** Finds Outlook's marks: those found only before an old mail, and those found elsewhere too. */
function beginsQuotation(name: string, tag: string): keyof typeof oldMailTag | null {
  if (name !== 'div' && name !== 'hr') return null;
  const text = tag.toLowerCase().replaceAll(/\s/g, '');
  if (name === 'hr') return /id="?stopspelling|tabindex="-1"/.test(text) ? 'mayBegin' : null;
  if (/id="?[\w-]{0,40}divrplyfwdmsg|id="?mail-editor-reference-message-container/.test(text)) return 'begins';
  return /id="?[\w-]{0,40}appendonsend|border-top:solid#(?:e1e1e1|b5c4df)/.test(text) ? 'mayBegin' : null;
}
