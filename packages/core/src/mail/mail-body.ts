/** Locates and decodes the bytes of a mail's parts. */

export interface MailBody {
  start: number;
  /** Null where the mail ends before the part does. */
  end: number | null;
  /** Its `Content-Transfer-Encoding`, in lower case. */
  encoding: string;
}

const mark = 'parley-part-';

/** Returns a header field with which the parser identifies a part: it passes the description on. */
export const partMark = (index: number): Buffer => Buffer.from(`Content-Description: ${mark}${index}\r\n`);

/** Which of the bodies a part is, by its description; undefined for one that was not marked. */
export function markedPart(description: string | undefined): number | undefined {
  return description?.startsWith(mark) ? Number(description.slice(mark.length)) : undefined;
}

/** Returns a part's decoded bytes, in time linear in its length. */
export function bytesOfBody(raw: Buffer, { start, end, encoding }: MailBody): Buffer {
  const bytes = raw.subarray(start, end ?? raw.length);
  switch (encoding) {
    case 'base64':
      return Buffer.from(bytes.toString('latin1'), 'base64');
    case 'quoted-printable':
      return fromQuotedPrintable(bytes);
    default:
      return bytes;
  }
}

const equals = 61;
const lineFeed = 10;
const carriageReturn = 13;

/** The value of a hexadecimal digit, or a negative number. */
const digit = (byte: number | undefined): number =>
  byte === undefined ? -1 : '0123456789abcdef'.indexOf(String.fromCharCode(byte | 0x20));

/** RFC 2045, section 6.7. Text that is no escape stays as it is. */
function fromQuotedPrintable(bytes: Buffer): Buffer {
  const decoded = Buffer.alloc(bytes.length);
  let length = 0;
  for (let at = 0; at < bytes.length; ) {
    const byte = bytes[at] ?? 0;
    const next = bytes[at + 1];
    const third = bytes[at + 2];
    if (byte === equals && (next === lineFeed || (next === carriageReturn && third === lineFeed))) {
      at += next === lineFeed ? 2 : 3;
      continue;
    }
    const isEscape = byte === equals && digit(next) >= 0 && digit(third) >= 0;
    decoded[length] = isEscape ? digit(next) * 16 + digit(third) : byte;
    length += 1;
    at += isEscape ? 3 : 1;
  }
  return decoded.subarray(0, length);
}
