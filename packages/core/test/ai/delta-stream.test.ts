import type { ServerFrameOf } from '@parley/contracts/frames';
import { unpackBroadcast } from '@parley/contracts/live';
import type { Context } from '../../src/context.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { streamDeltas } from '../../src/ai/delta-stream.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('pieces say where they belong, and once a second the whole is sent again', async () => {
  const frames: ServerFrameOf<'ai_delta'>[] = [];
  const publish: Context['publisher']['publish'] = async (_channel, packed) => {
    frames.push(JSON.parse(unpackBroadcast(packed)?.text ?? '') as ServerFrameOf<'ai_delta'>);
  };
  const stream = streamDeltas({ publisher: { publish } }, { conversationId: 'c', replyId: 'r' });
  for (const word of ['Your ', 'parcel ', 'left ', 'us ', 'today.']) {
    stream.push(word);
    await vi.advanceTimersByTimeAsync(300);
  }
  await stream.end();
  expect(frames.map(({ at, text, done }) => [at, text, done])).toEqual([
    [0, 'Your ', undefined],
    [5, 'parcel ', undefined],
    [12, 'left ', undefined],
    [17, 'us ', undefined],
    [0, 'Your parcel left us today.', undefined],
    [26, '', true],
  ]);
});
