/** A reader of visitors' text that does not come to an end costs nobody else's time. */
import type { Message } from '@parley/contracts/entities';
import { expect, test, vi } from 'vitest';
import { keptFaithfully } from '../../src/ai/copilot/faithful.ts';
import { packetIn } from '../../src/ai/hand-off-packet.ts';
import { onlyReason } from '@parley/contracts/assistant/hand-off';
import { judge } from '../../src/ai/judge.ts';

const forever = vi.hoisted(() => (): never => {
  for (;;);
});

vi.mock('@parley/contracts/filter/search-text', async (original) => ({ ...(await original()), tokensOf: forever }));

const message = (seq: number, senderType: Message['senderType'], content: string) =>
  ({ seq, senderType, content }) as Message;

test('an answer that cannot be judged in time keeps its fate, and is not looked at again', () => {
  const answer = { id: 'a', kind: 'reply', seq: 2, judgedSeq: 2, fate: 'sent', conversationId: 'c' } as const;
  const sentences = [{ place: 0, text: 'Returns are free.', contradicted: false }];
  const messages = [
    message(1, 'customer', 'Are returns free?'),
    message(2, 'ai', 'Returns are free.'),
    message(3, 'customer', 'Are returns free?'),
  ];
  expect(judge({ ...answer, sentences }, messages)).toEqual({
    judgedSeq: 3,
    fate: 'sent',
    distance: null,
    contradicted: [],
  });
});

test('a hand-off with messages that cannot be read in time has the model’s own reason', () => {
  const summary = { ...onlyReason('The model wants it.'), facts: ['Order 1042'] };
  const [, packet] = packetIn(summary, [message(1, 'customer', 'Where is order 1042?')]);
  expect(packet).toMatchObject({ facts: [{ text: 'Order 1042', seq: null }], mood: 'calm' });
});

test('a text of the copilot that cannot be compared in time is not offered', async () => {
  await expect(keptFaithfully(() => Promise.resolve('made'), forever)).rejects.toMatchObject({
    code: 'other_side_failed',
  });
});
