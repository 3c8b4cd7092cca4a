/** Byte order marks that name an encoding (https://encoding.spec.whatwg.org/#bom-sniff). */
const marks: readonly (readonly [encoding: string, bytes: readonly number[]])[] = [
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/**
 * Returns the text of a chosen file. Without a byte order mark it is UTF-8, or Windows-1252 where it can't be UTF-8: that
 * is what Excel writes as "CSV" in western Europe.
 */
export async function textOfFile(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const [marked] = marks.find(([, mark]) => mark.every((byte, index) => bytes[index] === byte)) ?? [];
  if (marked !== undefined) return new TextDecoder(marked).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
