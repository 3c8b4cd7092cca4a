/** Whether the two servers do the same: what is compared has to be comparable. */
import { deepStrictEqual } from 'node:assert';
import { randomUUID } from 'node:crypto';
import type { Target } from './measure.ts';

/** @throws AssertionError where they answer a call differently */
export async function assertSameAnswers(bare: Target, ours: Target): Promise<void> {
  const ask = async ({ url, cookies: [cookie = ''] }: Target, path: string, body?: object): Promise<unknown> => {
    const headers = { cookie, ...(body && { 'content-type': 'application/json' }) };
    const answer = await fetch(
      url + path,
      body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers },
    );
    return answer.json();
  };
  const [id] = ours.conversations;
  for (const path of ['?limit=50', `/${id}`, '?limit=50&q=refund', '?limit=50&q=nowhere']) {
    const [expected, answered] = await Promise.all([bare, ours].map((each) => ask(each, `/api/conversations${path}`)));
    deepStrictEqual(withoutMatches(answered), expected);
  }
  const post = (target: Target) =>
    ask(target, '/api/messages', { conversationId: id, content: 'The same.', clientMessageId: randomUUID() });
  const [expected, answered] = [await post(bare), await post(ours)];
  deepStrictEqual(Object.keys(Object(answered)), Object.keys(Object(expected)));
}

/** The passages that a search has found are taken out of what Postgres answers, which bare does not do. */
const withoutMatches = (answer: unknown): unknown =>
  Array.isArray(answer) ? answer.map((each: object) => ({ ...each, match: undefined })).map(plain) : answer;

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
