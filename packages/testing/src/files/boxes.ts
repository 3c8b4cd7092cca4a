/** Boxes of ISO base media files and QuickTime movies. */

const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

/** Numbers are 32 bits wide. */
export function box(type: string, ...contents: (Buffer | string | number)[]): Buffer {
  const content = Buffer.concat(
    contents.map((each) =>
      typeof each === 'number' ? uint32(each) : typeof each === 'string' ? Buffer.from(each, 'latin1') : each,
    ),
  );
  return Buffer.concat([uint32(content.length + 8), Buffer.from(type, 'latin1'), content]);
}
