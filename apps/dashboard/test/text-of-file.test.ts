import { expect, it } from 'vitest';
import { textOfFile } from '../src/ui/text-of-file.ts';

it.each([
  ['UTF-8', new TextEncoder().encode('Größe – 4,90 €')],
  ['UTF-8 with a byte order mark', [0xef, 0xbb, 0xbf, ...new TextEncoder().encode('Größe – 4,90 €')]],
  [
    'UTF-16',
    [
      0xff,
      0xfe,
      ...Array.from('Größe – 4,90 €', (letter) => [letter.charCodeAt(0) & 0xff, letter.charCodeAt(0) >> 8]).flat(),
    ],
  ],
  ['Windows-1252', [0x47, 0x72, 0xf6, 0xdf, 0x65, 0x20, 0x96, 0x20, 0x34, 0x2c, 0x39, 0x30, 0x20, 0x80]],
])('a file in %s is read without a broken letter', async (_encoding, content) => {
  expect(await textOfFile(new Blob([new Uint8Array(content)]))).toBe('Größe – 4,90 €');
});
