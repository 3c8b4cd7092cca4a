import { randomUUID } from 'node:crypto';
import { baseConfig, loadConfig } from '@parley/service/config';
import { deleteConversation } from '@parley/db/conversations/delete';
import { transition } from '@parley/db/conversations/transition';
import { type DeliveryRow, ensureDelivery, recordAttempt } from '@parley/db/deliveries/deliveries';
import { insertVisitor } from '@parley/db/visitors/visitors';
import { insertWebhook } from '@parley/db/webhooks/webhooks';
import { insertWebsite } from '@parley/db/websites/websites';
import { uuidv7 } from '@parley/db/uuid';
import { startEndpoint } from '@parley/testing/http';
import * as Type from 'typebox';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { handOff } from '../src/conversations/hand-off.ts';
import { beginReacting, endReacting } from '../src/deliveries/order.ts';
import { performDelivery } from '../src/integrations/perform.ts';
import { reactTo } from '../src/integrations/react.ts';
import { createExternalServices, externalServicesConfig, type ExternalContext } from '../src/external/services.ts';
import { createTestContext, type TestContext } from '../src/testing.ts';
import { postMessage } from '../src/messages/post.ts';

let test: TestContext;
let context: ExternalContext;
beforeAll(async () => {
  test = await createTestContext();
  const schema = Type.Object({ ...baseConfig.properties, ...externalServicesConfig });
  context = { ...test, external: createExternalServices(loadConfig(schema, test.env)) };
});
afterAll(async () => {
  await context.external.outbound.close();
  await test.close();
});

async function conversation(): Promise<string> {
  const website = await insertWebsite(context.db, { domain: `${randomUUID()}.example.com`, name: 'Shop' });
  const websiteId = website?.id ?? '';
  const { id: visitorId } = await insertVisitor(context.db, { websiteId });
  const draft = { content: 'Is it in stock?', clientMessageId: randomUUID() };
  return (await postMessage(context, { kind: 'visitor', visitorId }, 'newest', draft)).message.conversationId;
}

it('a deletion is told once, though the worker dies after telling it and reacts again', async () => {
  await insertWebhook(context.db, {
    url: 'https://hooks.example.com/',
    events: ['conversation.deleted'],
    secret: context.secrets.encrypt('whsec_AAAA'),
    createdBy: null,
  });
  const id = await conversation();
  const [event] = (await deleteConversation(context.db, id)).events;
  if (!event) throw new Error('no event');
  const deliveries = () =>
    context.db.selectFrom('deliveries').select(['id', 'status']).where('conversationId', '=', id).execute();
  await reactTo(context, event);
  const [delivery] = await deliveries();
  await recordAttempt(context.db, delivery?.id ?? '', { status: 'delivered' });
  await reactTo(context, event);
  expect(await deliveries()).toEqual([{ id: delivery?.id, status: 'delivered' }]);
});

it('a question from before the return to the assistant is answered, or a person is called again', async () => {
  const id = await conversation();
  await handOff(context, id, { summary: null, cause: { by: 'assistant' } });
  const changed = await transition(context.db, id, [{ type: 'return_to_assistant' }], { cause: { by: 'assistant' } });
  if (changed.outcome !== 'done') throw new Error('not returned');
  await reactTo(context, changed.event);
  const job = await context.queues.queue('ai-replies').getJob(`reply-${changed.event.id}`);
  expect(job?.data).toMatchObject({ conversationId: id, seq: changed.conversation.lastSeq });
});

describe('a delivery behind an event that is still being decided about', () => {
  const webhook = async (url: string): Promise<string> => {
    const secret = context.secrets.encrypt('whsec_AAAA');
    return (await insertWebhook(context.db, { url, events: ['message.posted'], secret, createdBy: null })).id;
  };

  /** An event under way, and the delivery of a later one. */
  async function waiting(target: string) {
    const conversationId = await conversation();
    const earlier = uuidv7(Date.now());
    await beginReacting(context, conversationId, earlier);
    const delivery = await ensureDelivery(context.db, {
      channel: 'webhook',
      eventId: uuidv7(Date.now() + 5),
      target,
      summary: 'New message',
      conversationId,
      payload: {
        kind: 'webhook',
        body: { type: 'message.posted', timestamp: new Date().toISOString(), data: {} },
        conversationId,
      },
    });
    return { delivery, decide: () => endReacting(context, conversationId, earlier) };
  }
  const jobsOf = async ({ id }: DeliveryRow) =>
    (await context.queues.queue('webhooks').getJobs()).filter(({ data }) => data.deliveryId === id);

  it('is looked at no more until that is decided, which adds its job', async () => {
    await using receiver = await disposable(startEndpoint());
    const { delivery, decide } = await waiting(await webhook(receiver.url));
    expect(await performDelivery(context, delivery.id, 'first')).toEqual({});
    expect(await jobsOf(delivery)).toEqual([]);
    await decide();
    expect(await jobsOf(delivery)).toHaveLength(1);
    expect((await performDelivery(context, delivery.id, 'second')).result).toEqual({
      status: 'delivered',
      responseStatus: 200,
    });
  });

  it('is sent at once when that is decided just before it begins to wait', async () => {
    await using receiver = await disposable(startEndpoint());
    const { delivery, decide } = await waiting(await webhook(receiver.url));
    const { redis } = context;
    const sadd = vi.spyOn(redis, 'sadd').mockImplementationOnce(async (...args) => {
      await decide();
      sadd.mockRestore();
      return redis.sadd(...args);
    });
    expect((await performDelivery(context, delivery.id, 'first')).result?.status).toBe('delivered');
  });
});

async function disposable<T extends { close(): Promise<void> }>(started: Promise<T>): Promise<T & AsyncDisposable> {
  const server = await started;
  return Object.assign(server, { [Symbol.asyncDispose]: () => server.close() });
}
