/**
 * A server of embeddings that knows a few meanings: texts with words of one meaning have the same direction, whatever
 * the words are. The same text always has the same vector.
 */
import { type Endpoint, startEndpoint } from './http.ts';

/** Numbers of a vector that come from the letters of a text, so that texts without a meaning differ. */
const others = 32;

function vectorOf(text: string, meanings: readonly (readonly string[])[]): number[] {
  const words = text.toLowerCase().match(/[\p{L}]+/gu) ?? [];
  const known = meanings.map((each) => words.filter((word) => each.includes(word)).length);
  const letters = Array.from({ length: others }, () => 0);
  for (const word of words) {
    const sum = Array.from(word).reduce((total, letter) => (total * 31 + letter.charCodeAt(0)) % 9_973, 7);
    letters[sum % others] = 0.1;
  }
  return [...known, ...letters];
}

/** Starts the server; `meanings` are the words of each. */
export async function startEmbeddingServer(meanings: readonly (readonly string[])[]): Promise<Endpoint> {
  return startEndpoint(({ body }) => {
    const { input } = JSON.parse(body) as { input: string[] };
    const data = input.map((text, index) => ({ object: 'embedding', index, embedding: vectorOf(text, meanings) }));
    return {
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ object: 'list', data, model: 'meanings', usage: { prompt_tokens: 0, total_tokens: 0 } }),
    };
  });
}
