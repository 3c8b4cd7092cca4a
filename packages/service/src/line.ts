/** How texts of several channels travel together, as one message of Redis. */

export interface Entry {
  channel: string;
  text: string;
}

/** Length of the channel's name (2), length of the text (4). */
const headBytes = 6;

/** Entry after entry: both lengths in bytes, the channel's name in Latin-1, the text in UTF-8. */
export function packEntries(entries: readonly Entry[]): Buffer {
  let size = 0;
  const lengths = entries.map(({ channel, text }) => {
    const length = Buffer.byteLength(text);
    size += headBytes + channel.length + length;
    return length;
  });
  const packed = Buffer.allocUnsafe(size);
  let at = 0;
  for (const [index, { channel, text }] of entries.entries()) {
    const length = lengths[index] ?? 0;
    at = packed.writeUInt16BE(channel.length, at);
    at = packed.writeUInt32BE(length, at);
    at += packed.write(channel, at, 'latin1');
    at += packed.write(text, at, length);
  }
  return packed;
}

/**
 * Calls `take` for each entry of a channel that `find` has a reader for, with its part of the same memory. What follows a
 * broken entry is left out.
 */
export function unpackEntries<Reader>(
  packed: Buffer,
  find: (channel: string) => Reader | undefined,
  take: (reader: Reader, text: Buffer) => void,
): void {
  let at = 0;
  while (at + headBytes <= packed.length) {
    const name = at + headBytes;
    const text = name + packed.readUInt16BE(at);
    const end = text + packed.readUInt32BE(at + 2);
    if (end > packed.length) return;
    const reader = find(packed.toString('latin1', name, text));
    // Most of what a gateway hears is about rooms of others.
    if (reader !== undefined) take(reader, packed.subarray(text, end));
    at = end;
  }
}
