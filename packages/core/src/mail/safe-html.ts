/**
 * Makes the HTML of a mail safe to be shown to the team: only known elements, attributes and styles stay. Nothing in it
 * runs, sends, or loads by itself; the page that shows it has a policy of its own as well (`safe-html-page.ts`).
 */
import sanitizeHtml from 'sanitize-html';
import { balanced, deepest } from '../text/html-text.ts';
import { pictureOfMail, quoteMark, remotePicture } from './safe-html-page.ts';

export interface SafeHtml {
  html: string;
  /** Pictures on servers of the sender's choice: their addresses are in `data-src` and nothing loads them. */
  hasRemotePictures: boolean;
  /** Number of pictures left out that are too small to be seen. */
  trackingPixels: number;
  /** Its end is missing. */
  isCut: boolean;
}

/** Maximum length of HTML that is read. */
export const htmlMaxLength = 500_000;
/** Maximum length of the result, which escaping makes longer. */
const safeMaxLength = 2 * htmlMaxLength;

/** Their content is no text for people, or is parsed in a way of its own. */
const droppedWithContent =
  'applet audio canvas embed frameset iframe math noembed noframes noscript object option plaintext script select style svg template textarea title video xmp'.split(
    ' ',
  );

const allowedTags =
  'a abbr address article aside b bdi bdo big blockquote br caption center cite code col colgroup dd del div dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hr i img ins kbd li main mark ol p pre q s samp section small span strike strong sub sup table tbody td tfoot th thead tr tt u ul'.split(
    ' ',
  );

const length = /^(?:auto|0|\d{1,4}(?:\.\d{1,4})?(?:px|pt|em|rem|ex|cm|mm|in|%)?)$/i;
const lengths = /^(?:(?:auto|0|\d{1,3}(?:\.\d{1,4})?(?:px|pt|em|rem|ex|cm|mm|in|%)?)(?:\s|$)){1,4}$/i;
const colour = /^(?:#[\da-f]{3,8}|[a-z]{3,30}|(?:rgb|hsl)a?\([\d\s.,%/]{1,60}\))$/i;
const border =
  /^(?:(?:none|0|thin|medium|thick|solid|dashed|dotted|double|\d{1,2}(?:\.\d{1,4})?(?:px|pt|em)|#[\da-f]{3,8}|[a-z]{3,30}|rgba?\([\d\s.,%]{1,60}\))(?:\s|$)){1,4}$/i;
const word = /^[a-z-]{1,30}$/i;
const sides = (name: string): string[] => [
  name,
  ...['top', 'right', 'bottom', 'left'].map((side) => `${name}-${side}`),
];
const every = (names: readonly string[], pattern: RegExp): Record<string, RegExp[]> =>
  Object.fromEntries(names.map((name) => [name, [pattern]]));

/** No style places anything outside its line, or names an address. */
const styles: Record<string, RegExp[]> = {
  ...every(['color', 'background-color', 'border-color'], colour),
  background: [colour],
  ...every(sides('padding'), lengths),
  ...every(sides('margin'), lengths),
  ...every(sides('border'), border),
  ...every(['width', 'max-width', 'min-width', 'height', 'border-radius', 'font-size', 'line-height'], length),
  ...every(['text-align', 'vertical-align', 'font-style', 'white-space', 'list-style-type', 'border-collapse'], word),
  'font-weight': [/^(?:[a-z]{3,10}|[1-9]00)$/i],
  'font-family': [/^[\w\s,'"-]{1,200}$/],
  'text-decoration': [/^[a-z\s-]{1,60}$/i],
  display: [/^(?:none|block|inline|inline-block|table|table-row|table-cell|list-item)$/i],
};

/** Reference to a file of the same mail by its Content-ID, without characters that would be escaped. */
const ownPicture = /^cid:([^\s<>"'&]{1,250})$/i;

const dataPicture = /^data:image\/(?:png|jpe?g|gif|webp);base64,[\w+/=\s]{1,2000}$/i;

/** Elements in which mail programs put the mail that is answered. */
const quoteClasses = /(?:^|\s)(?:gmail_quote|yahoo_quoted|moz-cite-prefix|protonmail_quote|tutanota_quote)(?:\s|$)/;
/** Elements after which the mail that is answered follows, to the end. */
const restIds = /^(?:divRplyFwdMsg|appendonsend|mail-editor-reference-message-container)$/;

/** Returns how an element begins the quoted mail; undefined for any other element. */
function quoteBegun(tag: string, { type = '', class: classes = '', id = '' }: sanitizeHtml.Attributes) {
  if (restIds.test(id)) return 'rest';
  const isQuote = (tag === 'blockquote' && /^cite$/i.test(type)) || quoteClasses.test(classes.slice(0, 500));
  return isQuote ? 'block' : undefined;
}

/** Returns the address with its host as the network sees it, so that letters that only look alike are told apart. */
function shownLink(href: string): { href: string; title: string } | null {
  if (!/^https?:/i.test(href)) return /^(?:mailto:|tel:)/i.test(href) ? { href, title: href.slice(0, 200) } : null;
  const url = URL.parse(href);
  if (!url) return null;
  const isAscii = /^[\x21-\x7e]*$/.test(href);
  return { href: isAscii ? href : url.href, title: `${url.host}${url.pathname}`.slice(0, 200) };
}

const options = (noteTracker: () => void): sanitizeHtml.IOptions => ({
  allowedTags,
  nonTextTags: droppedWithContent,
  allowedAttributes: {
    '*': [quoteMark, 'style', 'dir', 'lang', 'align', 'valign', 'bgcolor', 'color', 'width', 'height', 'title'],
    a: ['href', 'target', 'rel'],
    font: ['face', 'size'],
    img: ['alt', 'src', 'data-src', pictureOfMail],
    ol: ['start', 'type'],
    table: ['border', 'cellpadding', 'cellspacing'],
    td: ['colspan', 'rowspan'],
    th: ['colspan', 'rowspan'],
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['data'] },
  allowProtocolRelative: false,
  allowedStyles: { '*': styles },
  nestingLimit: deepest,
  exclusiveFilter: ({ tag, attribs }) =>
    tag === 'img' && ['src', 'data-src', pictureOfMail, 'alt'].every((name) => !attribs[name]),
  transformTags: {
    '*': (tagName, { [quoteMark]: _given, ...attribs }) => {
      const begun = quoteBegun(tagName, attribs);
      return { tagName, attribs: { ...attribs, ...(begun && { [quoteMark]: begun }) } };
    },
    a: (tagName, { href = '', title: _title, ...rest }) => {
      const link = shownLink(href.trim());
      return {
        tagName,
        attribs: link ? { ...rest, ...link, target: '_blank', rel: 'noopener noreferrer nofollow' } : rest,
      };
    },
    img: (tagName, { src = '', width = '', height = '', alt = '', style = '' }) => {
      const size = { ...(/^\d{1,4}%?$/.test(width) && { width }), ...(/^\d{1,4}%?$/.test(height) && { height }) };
      const shown = { alt, style, ...size };
      // Too small to be visible: it only reports that the mail was read.
      const isSeen = !/^[0-2]$/.test(width) && !/^[0-2]$/.test(height);
      if (/^https?:\/\//i.test(src)) {
        if (!isSeen) noteTracker();
        return { tagName, attribs: isSeen ? { ...shown, 'data-src': src } : {} };
      }
      const [, contentId] = ownPicture.exec(src) ?? [];
      if (contentId) return { tagName, attribs: { ...shown, [pictureOfMail]: contentId } };
      return { tagName, attribs: dataPicture.test(src) ? { ...shown, src } : shown };
    },
  },
});

const ellipsis = '<p>…</p>';

/** Returns null where nothing is left to be shown. */
export function safeHtml(given: string): SafeHtml | null {
  let trackingPixels = 0;
  const safe = sanitizeHtml(
    balanced(given.slice(0, htmlMaxLength)),
    options(() => {
      trackingPixels += 1;
    }),
  ).trim();
  const isTooLong = safe.length > safeMaxLength;
  const isCut = isTooLong || given.length > htmlMaxLength;
  // Cut before an element, so that no half of one is left.
  const html = isTooLong ? safe.slice(0, safe.lastIndexOf('<', safeMaxLength)) : safe;
  if (!/[\p{L}\p{N}]|<img/u.test(html.replaceAll(/<(?!img)[^>]*>/g, ''))) return null;
  return {
    html: (isCut ? `${html}${ellipsis}` : html).toWellFormed().replaceAll('\0', ''),
    hasRemotePictures: html.includes(remotePicture),
    trackingPixels,
    isCut,
  };
}

/** HTML as the thread shows it. */
export interface ThreadHtml extends SafeHtml {
  /** It has more than text: the thread shows it instead of the text. */
  isRich: boolean;
}

/** Elements and styles that text alone would lose. */
const richness = /<(?:img|table|h[1-6]|ul|ol|hr|pre|code|strong|b|em|i|u|s|mark)\b|background/;

/**
 * Returns the HTML of a mail for the thread, where the quoted mail in it is folded. A mail that is answered between the
 * lines of the quoted one stays whole: `written` is the text of its writer.
 */
export function threadHtml(given: string, written: string): ThreadHtml | null {
  const safe = safeHtml(given);
  if (!safe) return null;
  const own = ownPart(safe.html);
  const isFoldable = isWithin(written, own);
  const html = isFoldable ? safe.html : safe.html.replaceAll(anyQuoteMark, '');
  return { ...safe, html, isRich: richness.test(isFoldable ? own : html) };
}

const anyQuoteMark = new RegExp(` ${quoteMark}="[a-z]+"`, 'g');

const lettersOf = (text: string): string =>
  text
    .replaceAll(/&[a-z#\d]+;|https?:\S+/gi, ' ')
    .replaceAll(/[^\p{L}]+/gu, '')
    .toLowerCase();

/** Returns true if the HTML has every line of the text. */
function isWithin(text: string, html: string): boolean {
  const letters = lettersOf(html.replaceAll(/<(?:[^>]* alt="([^"]*)")?[^>]*>/g, ' $1 '));
  return text.split('\n').every((line) => letters.includes(lettersOf(line)));
}

/** Returns the HTML without the quoted mail. */
function ownPart(html: string): string {
  const rest = html.indexOf(` ${quoteMark}="rest"`);
  const before = rest < 0 ? html : html.slice(0, html.lastIndexOf('<', rest));
  if (!before.includes(` ${quoteMark}="block"`)) return before;
  return sanitizeHtml(before, {
    allowedTags: false,
    allowedAttributes: false,
    nestingLimit: deepest,
    exclusiveFilter: ({ attribs }) => attribs[quoteMark] === 'block',
  });
}
