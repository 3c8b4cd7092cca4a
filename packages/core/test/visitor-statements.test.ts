/** Visitors outnumber everybody: what a session and a message cost the database is counted. */
import { randomUUID } from 'node:crypto';
import { insertWebsite } from '@parley/db/websites/websites';
import { countStatements } from '@parley/db/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestContext, type TestContext } from '../src/testing.ts';
import { identityHash } from '../src/visitors/identity.ts';
import { postVisitorMessage } from '../src/visitors/post.ts';
import { type Arrival, startVisitorSession } from '../src/visitors/session.ts';

let context: TestContext;
let website: Arrival['website'];
const secret = 'the secret of the website';

beforeAll(async () => {
  context = await createTestContext();
  const identitySecret = context.secrets.encrypt(secret);
  const inserted = await insertWebsite(context.db, { domain: 'shop.example.com', name: 'Shop', identitySecret });
  if (!inserted) throw new Error('no website');
  website = inserted;
  await context.settings.read();
});
afterAll(() => context.close());

const arrival = (but: Partial<Arrival> = {}): Arrival => ({
  website,
  page: { url: 'https://shop.example.com/' },
  ...but,
});
const start = (but: Partial<Arrival> = {}) => startVisitorSession(context, arrival(but));
const vouched = (email: string) => ({ user: { email, hash: identityHash(secret, email) } });
const say = async (visitorId: string) => {
  const caller = { kind: 'visitor', visitorId, websiteId: website.id } as const;
  await postVisitorMessage(context, caller, { content: 'Hello', clientMessageId: randomUUID() });
};
/** What is counted begins when nothing of before is under way. */
async function statements(work: () => Promise<unknown>): Promise<number> {
  const waiting = async () => (await context.db.selectFrom('outbox').select('id').execute()).length;
  await expect.poll(waiting).toBe(0);
  return countStatements(work);
}

it('a session and a message of a visitor take no more statements than before there were contacts', async () => {
  const written = async () => {
    const session = await start();
    await say(session.visitorId);
    return session;
  };
  const [first, second, third] = [await written(), await written(), await written()];
  const silent = await start();
  /** What each took before. */
  const most: Record<string, [number, () => Promise<unknown>]> = {
    arriving: [2, () => start()],
    'coming back': [5, () => start({ token: first.token })],
    'the first message': [10, () => say(silent.visitorId)],
    'a message': [3, () => say(silent.visitorId)],
    'vouched for': [4, () => start(vouched('a@example.com'))],
    'vouched for again': [4, () => start(vouched('a@example.com'))],
    'who turns out to be somebody': [9, () => start({ token: first.token, ...vouched('b@example.com') })],
    'who turns out to be somebody silent': [11, () => start({ token: second.token, ...vouched('a@example.com') })],
    'who turns out to be somebody who wrote': [11, () => start({ token: third.token, ...vouched('b@example.com') })],
  };
  for (const [what, [before, work]] of Object.entries(most)) {
    expect(await statements(work), what).toBeLessThanOrEqual(before);
  }
});
