/** Which addresses become links, and where they may lead. The same in the widget, the dashboard, mail and help centre. */

/**
 * Web addresses and email addresses in running text. Brackets count only in pairs, and punctuation that ends a sentence
 * is not part of the address before it. Each run of characters is tried once, so that no text takes longer than its
 * length.
 */
export const addresses =
  /\b(https?:\/\/|www\.)(?:\([^\s()]*\)|[^\s<>"'()])*(?:\([^\s()]*\)|[^\s<>"'().,;:!?…、。])|(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+/gi;

/** Returns where an address of running text leads, by its first group. */
export const hrefOf = (address: string, start: string | undefined): string =>
  `${start ? (start.includes(':') ? '' : 'https://') : 'mailto:'}${address}`;

/** `rel` of every link in a text that a person wrote. */
export const linkRel = 'noopener noreferrer nofollow ugc';

const hrefMaxLength = 2048;
/** Characters that end, hide or turn an address: white space, controls, bidi controls, brackets of markup, quotes. */
const unsafe = /[\s\p{Cc}\p{Bidi_Control}\u200B-\u200D\u2060\uFEFF<>"'`\\]/u;

/**
 * Whether a link of a formatted text may lead there: to the web, to mail or to a telephone. An address with a name in
 * front of its host (`https://bank.example@evil.example`) only pretends to be another one.
 */
export function isSafeHref(href: string): boolean {
  if (href.length > hrefMaxLength || unsafe.test(href)) return false;
  if (/^https?:\/\//i.test(href)) {
    const [host = ''] = href.slice(href.indexOf('//') + 2).split(/[/?#]/, 1);
    return host !== '' && !host.includes('@') && isParsed(href);
  }
  return /^mailto:[^@?]+@[^@?]+(?:\?[^@]*)?$/i.test(href) || /^tel:\+?[\d().-]+$/i.test(href);
}

/** `URL.canParse` is newer than the oldest browsers that get the chat. */
function isParsed(href: string): boolean {
  try {
    return new URL(href).host !== '';
  } catch {
    return false;
  }
}

/** Returns the host that a text claims to lead to; null where it claims none. */
const claimedHost = (text: string): string | null =>
  /^\s*(?:https?:\/\/|www\.)([^\s/?#:]+)/i.exec(text)?.[1]?.toLowerCase() ?? null;
const withoutWww = (host: string): string => host.replace(/^www\./, '');

/** Whether a link reads as the address of one host and leads to another. */
export function isMisleading(label: string, href: string): boolean {
  const claimed = claimedHost(label);
  if (claimed === null) return false;
  const real = claimedHost(href);
  return real === null || withoutWww(claimed) !== withoutWww(real);
}
