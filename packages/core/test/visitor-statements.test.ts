/** Visitors outnumber everybody: what a session and a message cost the database is counted. */
import { createHmac, randomUUID } from 'node:crypto';
import { insertWebsite } from '@parley/db/websites/websites';
import { countStatements } from '@parley/db/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { activeRules } from '../src/integrations/rules/active.ts';
import { activeWebhooks } from '../src/integrations/webhook/active.ts';
import { createTestContext, type TestContext } from '../src/testing.ts';
import { postMessage } from '../src/messages/post.ts';
import { type VisitorSessionStart, startVisitorSession } from '../src/visitors/session.ts';

let context: TestContext;
let website: VisitorSessionStart['website'];
const secret = 'the secret of the website';

beforeAll(async () => {
  context = await createTestContext();
  const identitySecret = context.secrets.encrypt(secret);
  const inserted = await insertWebsite(context.db, { domain: 'shop.example.com', name: 'Shop', identitySecret });
  if (!inserted) throw new Error('no website');
  website = inserted;
});
afterAll(() => context.close());

const arrival = (but: Partial<VisitorSessionStart> = {}): VisitorSessionStart => ({
  website,
  page: { url: 'https://shop.example.com/' },
  ...but,
});
const start = (but: Partial<VisitorSessionStart> = {}) => startVisitorSession(context, arrival(but));
const vouched = (email: string) => ({
  user: { email, hash: createHmac('sha256', secret).update(email).digest('hex') },
});
const write = async (visitorId: string) => {
  const caller = { kind: 'visitor', visitorId, websiteId: website.id } as const;
  await postMessage(context, caller, 'newest', { content: 'Hello', clientMessageId: randomUUID() });
};

/** Read once for many visitors, and again after some seconds. */
const readCaches = () => Promise.all([context.settings.read(), activeWebhooks(context), activeRules(context)]);

/** Counts the statements of some work, after earlier statements have finished. */
async function statements(work: () => Promise<unknown>): Promise<number> {
  const waiting = async () => (await context.db.selectFrom('outbox').select('id').execute()).length;
  await expect.poll(waiting).toBe(0);
  await readCaches();
  return countStatements(work);
}

it('a session and a message of a visitor take no more statements than before there were contacts', async () => {
  const written = async () => {
    const session = await start();
    await write(session.visitorId);
    return session;
  };
  const [first, second, third] = [await written(), await written(), await written()];
  const silent = await start();
  const took = {
    arriving: await statements(() => start()),
    comingBack: await statements(() => start({ token: first.token })),
    firstMessage: await statements(() => write(silent.visitorId)),
    message: await statements(() => write(silent.visitorId)),
    vouchedFor: await statements(() => start(vouched('a@example.com'))),
    vouchedForAgain: await statements(() => start(vouched('a@example.com'))),
    adopted: await statements(() => start({ token: first.token, ...vouched('b@example.com') })),
    joinedToSilent: await statements(() => start({ token: second.token, ...vouched('a@example.com') })),
    joinedToWriter: await statements(() => start({ token: third.token, ...vouched('b@example.com') })),
  };
  const atMost = (before: number) => expect.toSatisfy((count: number) => count <= before, `at most ${before}`);
  expect(took).toEqual({
    arriving: atMost(2),
    comingBack: atMost(5),
    firstMessage: atMost(10),
    message: atMost(3),
    vouchedFor: atMost(4),
    vouchedForAgain: atMost(4),
    // These notify the team of the conversations that a contact has got, and of its company.
    adopted: atMost(11),
    joinedToSilent: atMost(14),
    joinedToWriter: atMost(15),
  });
});
