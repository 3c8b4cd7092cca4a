/**
 * A stand-in for an embedding model behind the OpenAI protocol: counts of the groups of three and four characters of a
 * text, hashed into 1024 numbers. It knows nothing of meaning, and is what any real model has to beat.
 */
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

const dimensions = 1024;

function hash(text: string): number {
  let value = 2_166_136_261;
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 16_777_619) >>> 0;
  return value;
}

export function embedding(text: string): number[] {
  const vector = Array.from({ length: dimensions }, () => 0);
  const words =
    text
      .toLowerCase()
      .normalize('NFKD')
      .replaceAll(/\p{M}/gu, '')
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  for (const word of words) {
    const framed = `_${word}_`;
    for (const size of [2, 3, 4]) {
      if (size === 2 && !/\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}/u.test(word)) continue;
      for (let at = 0; at + size <= framed.length; at += 1) {
        const place = hash(framed.slice(at, at + size)) % dimensions;
        vector[place] = (vector[place] ?? 0) + 1;
      }
    }
  }
  return vector.map((count) => Math.log1p(count));
}

export async function startEmbeddingServer(): Promise<{ url: string; close(): void }> {
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const { input } = JSON.parse(Buffer.concat(parts).toString()) as { input: string[] };
      const data = input.map((text, index) => ({ object: 'embedding', index, embedding: embedding(text) }));
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ object: 'list', data }));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, close: () => server.close() };
}
