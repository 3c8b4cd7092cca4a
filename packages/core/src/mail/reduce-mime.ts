/**
 * Reduces a MIME message before it is parsed: the same mail with only the header fields that anything asks for and the beginning of
 * each part. One pass over the bytes, with every list it keeps bounded, so that whatever comes after has little to do
 * however large or twisted the mail is. Where each part's bytes are is noted, for those of which all is wanted.
 */
import { type MailBody, partMark } from './mail-body.ts';

/** Fields beyond these are of no use here, and senders can write as many as they like. */
const wantedFields = new Set([
  'message-id',
  'from',
  'to',
  'cc',
  'reply-to',
  'subject',
  'date',
  'references',
  'in-reply-to',
  'mime-version',
  'delivered-to',
  'x-original-to',
  'envelope-to',
  'x-forwarded-to',
  'return-path',
  'auto-submitted',
  'precedence',
  'x-autoreply',
  'x-autorespond',
  'x-autoresponder',
  'x-auto-response-suppress',
  'x-failed-recipients',
  'list-id',
  'list-post',
  'mailing-list',
  'x-original-sender',
  'x-original-from',
  'x-original-authentication-results',
  'authentication-results',
  'x-spam-flag',
  'x-spam-status',
  'x-spam',
  'x-mailgun-sflag',
  'x-ms-exchange-organization-scl',
  'x-forefront-antispam-report',
  'x-parley-conversation',
]);
/** Fields that describe the body. The first of each is kept, the one that every mail program uses. */
const contentFields = new Set(['content-type', 'content-transfer-encoding', 'content-disposition', 'content-id']);

const kB = 1024;
/** All limits in bytes or pieces. Real mails stay far below each. */
export const mailLimits = {
  /** Kept header fields of the mail and all its parts. */
  headers: 64 * kB,
  /** Per field; the rest of it is left out. */
  field: 8 * kB,
  /** Maximum number of fields of one name. */
  sameField: 20,
  parts: 250,
  depth: 20,
  /** Per text part, and in total. */
  text: 256 * kB,
  allText: 512 * kB,
  /** In total: parsing takes time for each line, and a message has fewer characters. */
  lines: 20_000,
  /** Per other part, and in total: enough to recognise a picture's type. */
  file: 24 * kB,
  allFiles: 1024 * kB,
};

/** The mail is nested deeper than any program writes. */
export class NestedTooDeep extends Error {
  override readonly name = 'NestedTooDeep';
}

const lineFeed = 10;
const carriageReturn = 13;
const space = 32;
const tab = 9;
const dash = 45;
const newline = Buffer.from('\r\n');

export interface ReducedMail {
  reduced: Buffer;
  /** Bodies of the parts, in order; each part of `reduced` is marked with its index (`partMark`). */
  bodies: MailBody[];
}

/** @throws NestedTooDeep */
export function reduceMime(raw: Buffer): ReducedMail {
  const { halves, ...whole } = cut(raw, new Set());
  if (!halves.some(({ plain }) => plain)) return whole;
  const alone = new Set(halves.flatMap(({ plain, html }, index) => (html && !plain ? [index] : [])));
  return alone.size > 0 ? cut(raw, alone) : whole;
}

/** The parser converts HTML without a plain half into text, in quadratic time. An empty plain half leaves it to us. */
const emptyHalf = {
  begin: Buffer.from(
    'Content-Type: multipart/alternative; boundary=parley-html-alone\r\n\r\n' +
      '--parley-html-alone\r\nContent-Type: text/plain\r\n\r\n\r\n--parley-html-alone\r\n',
  ),
  end: Buffer.from('\r\n--parley-html-alone--'),
};

/** Forms of a text: a single part, or its alternatives. */
interface Halves {
  plain: boolean;
  html: boolean;
}

interface OpenMultipart {
  /** `--` included. */
  delimiter: Buffer;
  /** Forms of the enclosing alternatives, if any. */
  halves: Halves | null;
}

/** `alone` are the texts, counted as in `halves`, that get an empty plain half. */
function cut(raw: Buffer, alone: ReadonlySet<number>): ReducedMail & { halves: Halves[] } {
  const pieces: Buffer[] = [];
  const bodies: MailBody[] = [];
  /** The body of the part that is being read. */
  let reading: MailBody | null = null;
  const halves: Halves[] = [];
  const begin = (): Halves => {
    const begun = { plain: false, html: false };
    halves.push(begun);
    return begun;
  };
  /** The multiparts that are open, innermost last. */
  const open: OpenMultipart[] = [];
  const left = {
    headers: mailLimits.headers,
    text: mailLimits.allText,
    files: mailLimits.allFiles,
  };
  let head: Head | null = new Head();
  /** Bytes that may still be kept of this part. */
  let body = { kind: 'text' as 'text' | 'files', bytes: 0 };
  let isWrapped = false;
  let parts = 0;
  let lines = 0;

  for (let at = 0; at < raw.length; ) {
    const found = raw.indexOf(lineFeed, at);
    const end = found < 0 ? raw.length : found + 1;
    const line = raw.subarray(at, end);
    at = end;

    const delimiter = open.length > 0 && line[0] === dash && line[1] === dash ? delimiterOf(line, open) : null;
    if (delimiter) {
      // The line break before it is its own.
      if (reading) reading.end = Math.max(reading.start, withoutBreak(raw, at - line.length));
      reading = null;
      if (head) pieces.push(...head.close(left));
      if (isWrapped) pieces.push(emptyHalf.end);
      isWrapped = false;
      pieces.push(newline, delimiter.line, newline);
      open.length = delimiter.isLast ? delimiter.at : delimiter.at + 1;
      body = { kind: 'text', bytes: 0 };
      head = delimiter.isLast ? null : new Head();
      if (!delimiter.isLast && (parts += 1) > mailLimits.parts) break;
    } else if (head) {
      if (!isBlank(line)) {
        head.add(line);
        continue;
      }
      const { boundary, isAlternative, isText, half, encoding, isNamed } = head.shape();
      // A text with a name, behind the first text and no alternative of it, is a file that came without being called one.
      if (half && isNamed && halves.length > 0 && open.at(-1)?.halves === null) head.attach();
      const text = half && (open.at(-1)?.halves ?? begin());
      if (half && text) text[half] = true;
      isWrapped = open.length > 0 && half === 'html' && alone.has(halves.findIndex((each) => each === text));
      if (isWrapped) pieces.push(emptyHalf.begin);
      pieces.push(...head.close(left, boundary ? null : bodies.length));
      head = null;
      if (!boundary) {
        reading = { start: at, end: null, encoding };
        bodies.push(reading);
      }
      if (boundary) {
        if (open.length >= mailLimits.depth) throw new NestedTooDeep('The mail is nested too deeply.');
        const around = open.at(-1)?.halves ?? null;
        open.push({ delimiter: Buffer.from(`--${boundary}`, 'latin1'), halves: isAlternative ? begin() : around });
        body = { kind: 'text', bytes: 0 };
      } else {
        body = isText ? { kind: 'text', bytes: mailLimits.text } : { kind: 'files', bytes: mailLimits.file };
      }
    } else {
      const bytes = Math.min(line.length, body.bytes, left[body.kind]);
      if (bytes === 0 || (lines += 1) > mailLimits.lines) continue;
      pieces.push(line.subarray(0, bytes));
      if (bytes < line.length) pieces.push(newline);
      body.bytes -= bytes;
      left[body.kind] -= bytes;
    }
  }
  if (head) pieces.push(...head.close(left));
  return { reduced: Buffer.concat(pieces), bodies, halves };
}

/** Returns the start of the line break that ends before `at`, or `at`. */
function withoutBreak(raw: Buffer, at: number): number {
  if (raw[at - 1] !== lineFeed) return at;
  return raw[at - 2] === carriageReturn ? at - 2 : at - 1;
}

function isBlank(line: Buffer): boolean {
  return line[0] === lineFeed || (line[0] === carriageReturn && (line.length === 1 || line[1] === lineFeed));
}

/** Which open multipart a line parts or ends, the innermost first. RFC 2046, section 5.1.1. */
function delimiterOf(
  line: Buffer,
  open: readonly OpenMultipart[],
): { at: number; isLast: boolean; line: Buffer } | null {
  for (let at = open.length - 1; at >= 0; at -= 1) {
    const delimiter = open[at]?.delimiter;
    if (!delimiter || line.compare(delimiter, 0, delimiter.length, 0, Math.min(delimiter.length, line.length)) !== 0)
      continue;
    const isLast = line[delimiter.length] === dash && line[delimiter.length + 1] === dash;
    const length = delimiter.length + (isLast ? 2 : 0);
    if (
      line
        .subarray(length)
        .every((byte) => byte === space || byte === tab || byte === carriageReturn || byte === lineFeed)
    )
      return { at, isLast, line: line.subarray(0, length) };
  }
  return null;
}

/** Fields that describe a body, and where each is stored. */
const readFields: Readonly<Record<string, 'type' | 'encoding' | 'disposition'>> = {
  'content-type': 'type',
  'content-transfer-encoding': 'encoding',
  'content-disposition': 'disposition',
};

/** The header of the mail or of a part, as far as it is wanted. */
class Head {
  readonly #kept: Buffer[] = [];
  readonly #count = new Map<string, number>();
  /** Bytes that may still be kept of the current field; 0 for one that is dropped. */
  #left = 0;
  #bytes = 0;
  /** Content of the fields that describe the body. */
  #type = '';
  #encoding = '';
  #disposition = '';
  #reading: 'type' | 'encoding' | 'disposition' | null = null;

  add(line: Buffer): void {
    const isFolded = line[0] === space || line[0] === tab;
    if (!isFolded) this.#begin(line);
    if (this.#left <= 0 || this.#bytes >= mailLimits.headers) return;
    const bytes = Math.min(line.length, this.#left);
    const piece = line.subarray(0, bytes);
    this.#kept.push(piece);
    if (piece.at(-1) !== lineFeed) this.#kept.push(newline);
    this.#left -= bytes;
    this.#bytes += bytes;
    if (this.#reading === 'type') this.#type += piece.toString('latin1');
    if (this.#reading === 'encoding') this.#encoding += piece.toString('latin1');
    if (this.#reading === 'disposition') this.#disposition += piece.toString('latin1');
  }

  #begin(line: Buffer): void {
    const colon = line.subarray(0, 64).indexOf(':');
    const name = colon < 0 ? '' : line.toString('latin1', 0, colon).trim().toLowerCase();
    const before = this.#count.get(name) ?? 0;
    const most = contentFields.has(name) ? 1 : wantedFields.has(name) ? mailLimits.sameField : 0;
    this.#left = before < most ? mailLimits.field : 0;
    const isFirst = before === 0;
    this.#reading = isFirst ? (readFields[name] ?? null) : null;
    if (most > 0) this.#count.set(name, before + 1);
  }

  /** Makes the part an attachment. */
  attach(): void {
    const at = this.#kept.findIndex((piece) => /^content-disposition\s*:/i.test(piece.toString('latin1', 0, 40)));
    const header = this.#kept[at]?.toString('latin1').replace(/:\s*[\w-]+/, ': attachment');
    if (header === undefined) this.#kept.push(Buffer.from('Content-Disposition: attachment\r\n'));
    else this.#kept[at] = Buffer.from(header, 'latin1');
  }

  /** Returns the boundary of a multipart; otherwise whether the body is text, and which half of the mail. */
  shape(): {
    boundary: string | null;
    isAlternative: boolean;
    isText: boolean;
    half: keyof Halves | null;
    /** In lower case; empty where none is named. */
    encoding: string;
    /** It has a file's name. */
    isNamed: boolean;
  } {
    const type = this.#type
      .slice('content-type:'.length)
      .replaceAll(/[\r\n]/g, '')
      .trimStart();
    const isMultipart = /^multipart\//i.test(type);
    const [, quoted, token] = (isMultipart && /;\s*boundary\s*=\s*(?:"([^"]*)"|([^\s;"]+))/i.exec(type)) || [];
    const boundary = quoted ?? token ?? '';
    return {
      boundary: boundary === '' ? null : boundary,
      isAlternative: /^multipart\/alternative/i.test(type),
      isNamed: /;\s*name\*?(?:0\*?)?\s*=/i.test(type) || /filename\*?(?:0\*?)?\s*=/i.test(this.#disposition),
      isText: !/^(?:image|audio|video|application|font|model|message)\//i.test(type),
      half: /^text\/html/i.test(type) ? 'html' : /^(?:text\/plain|$)/i.test(type) ? 'plain' : null,
      encoding: /[\w-]+/.exec(this.#encoding.slice('content-transfer-encoding:'.length))?.[0].toLowerCase() ?? '',
    };
  }

  /**
   * The kept fields, with the mark of the body that follows, and the empty line; nothing of them where all headers together
   * have grown too large.
   */
  close(left: { headers: number }, body: number | null = null): Buffer[] {
    const fits = this.#bytes <= left.headers;
    if (!fits) return [newline];
    left.headers -= this.#bytes;
    return [...this.#kept, ...(body === null ? [] : [partMark(body)]), newline];
  }
}
