/** Others being away: nobody is left waiting, and nothing piles up. */
import { conversationState } from '@parley/db/conversations/read';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Stage, startStage, until } from './stage.ts';

let stage: Stage;
beforeAll(async () => {
  // Nothing listens there. Port 1 would not do: fetch refuses it by itself.
  stage = await startStage({
    env: {
      OPENAI_BASE_URL: 'http://127.0.0.1:59998/v1',
      IMAP_URL: 'imap://user:secret@127.0.0.1:1/INBOX',
      IMAP_POLL_SECONDS: '1',
    },
  });
  await stage.set('aiConfig', { enabled: true });
});
afterAll(() => stage?.close());

test('a customer gets a person when the model can’t be reached at all', async () => {
  const talk = await stage.opens('Is it in stock?');
  const state = await until(async () => {
    const found = await conversationState(stage.context.db, talk.conversationId);
    return found?.status === 'waiting' ? found : null;
  }, 'the hand-off');
  expect(state.handOffReason).toContain('could not be reached');
});

test('a mailbox that can’t be reached is tried again by the next look alone', async () => {
  const queue = stage.context.queues.queue('upkeep');
  const failed = async () => (await queue.getFailed()).filter(({ data }) => data.task === 'poll-mailbox').length;
  await until(async () => (await failed()) >= 3, 'three looks');
  // The one delayed job is the schedule's next.
  const delayed = (await queue.getDelayed()).filter(({ data }) => data.task === 'poll-mailbox');
  expect(delayed.length).toBeLessThanOrEqual(1);
});
