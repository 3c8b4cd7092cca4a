/**
 * HTML made harmless for what walks it: elements nested in each other beyond a depth lose their tags, and attributes
 * beyond a length are left out. Parsers and readers take time with the square of either, or run out of stack.
 */

/** Pages nest a few dozen deep; browsers stop at 512. */
const deepest = 200;
/** Maximum length of a tag in letters. */
const longestTag = 8_192;

/** Elements that are closed by the beginning of others, as authors leave their end tags out. */
const closedBy: Readonly<Record<string, readonly string[]>> = {
  p: ['p'],
  li: ['li'],
  dt: ['dt', 'dd'],
  dd: ['dt', 'dd'],
  tr: ['tr', 'td', 'th'],
  td: ['td', 'th'],
  th: ['td', 'th'],
  thead: ['tr', 'td', 'th'],
  tbody: ['thead', 'tbody', 'tr', 'td', 'th'],
  tfoot: ['tbody', 'tr', 'td', 'th'],
  option: ['option'],
  optgroup: ['option', 'optgroup'],
};
const empty = new Set(
  'area base basefont br col command embed frame hr img input isindex keygen link meta param source track wbr'.split(
    ' ',
  ),
);
/** Elements with contents that aren't markup. */
const raw = new Set(['script', 'style', 'textarea', 'title', 'xmp', 'iframe', 'noembed', 'noframes', 'plaintext']);

/** Returns the index after the `>` of the tag; -1 if it doesn't end. Quotes count only after `=`. */
function endOfTag(html: string, from: number): number {
  for (let at = from; at < html.length; ) {
    const sign = html[at];
    at += 1;
    if (sign === '>') return at;
    if (sign !== '=') continue;
    while (at < html.length && /\s/.test(html.charAt(at))) at += 1;
    const quote = html[at];
    if (quote === '"' || quote === "'") {
      const close = html.indexOf(quote, at + 1);
      if (close < 0) return -1;
      at = close + 1;
    } else while (at < html.length && !/[\s>]/.test(html.charAt(at))) at += 1;
  }
  return -1;
}

/** Returns the page with a limited depth of elements, and whether it had more. */
export function boundedHtml(html: string): { html: string; isCut: boolean } {
  const kept: string[] = [];
  let isCut = false;
  const open: string[] = [];
  const left = new Map<string, number>();
  // Raw elements without an end tag from some point on: a later search finds none either.
  const endless = new Set<string>();
  const name = /\/?([a-z][^\s/>]*)/iy;
  for (let at = 0; at < html.length; ) {
    const start = html.indexOf('<', at);
    if (start < 0) {
      kept.push(html.slice(at));
      break;
    }
    kept.push(html.slice(at, start));
    if (html.startsWith('<!--', start)) {
      const close = html.indexOf('-->', start + 4);
      at = close < 0 ? html.length : close + 3;
      continue;
    }
    name.lastIndex = start + 1;
    const tag = name.exec(html)?.[1]?.toLowerCase();
    if (tag === undefined) {
      kept.push('<');
      at = start + 1;
      continue;
    }
    const end = endOfTag(html, name.lastIndex);
    // The rest is within this tag.
    if (end < 0) break;
    at = end;
    const whole = html.slice(start, end);
    if (whole[1] === '/') {
      const without = left.get(tag) ?? 0;
      if (without > 0) left.set(tag, without - 1);
      else if (closeElement(open, tag) || tag === 'p' || tag === 'br') kept.push(whole);
      continue;
    }
    const shown = whole.length > longestTag ? `<${tag}>` : whole;
    if (raw.has(tag)) {
      const close = endless.has(tag) ? -1 : closingTag(html, end, tag);
      if (close < 0) endless.add(tag);
      at = close < 0 ? html.length : close;
      kept.push(shown, html.slice(end, at));
      continue;
    }
    const ends = closedBy[tag] ?? [];
    while (ends.includes(open.at(-1) ?? '')) open.pop();
    if (!empty.has(tag)) {
      if (open.length >= deepest) {
        left.set(tag, (left.get(tag) ?? 0) + 1);
        kept.push(' ');
        isCut = true;
        continue;
      }
      open.push(tag);
    }
    kept.push(shown);
  }
  return { html: kept.join(''), isCut };
}

/** Closes the innermost element of a name, and what is open in it. */
function closeElement(open: string[], tag: string): boolean {
  const at = open.lastIndexOf(tag);
  if (at < 0) return false;
  open.length = at;
  return true;
}

function closingTag(html: string, from: number, tag: string): number {
  const close = new RegExp(`</${tag}[\\s/>]`, 'gi');
  close.lastIndex = from;
  const found = close.exec(html);
  if (!found) return -1;
  const end = html.indexOf('>', found.index);
  return end < 0 ? -1 : end + 1;
}
