import type { ServerFrameOf } from '@parley/contracts/frames';
import { unpackBroadcast } from '@parley/contracts/live';
import type { Context } from '../../src/context.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { streamDeltas } from '../../src/ai/delta-stream.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function streamed() {
  const frames: ServerFrameOf<'ai_delta'>[] = [];
  const publish: Context['publisher']['publish'] = async (_channel, packed) => {
    frames.push(JSON.parse(unpackBroadcast(packed)?.text ?? '') as ServerFrameOf<'ai_delta'>);
  };
  return { frames, stream: streamDeltas({ publisher: { publish } }, { conversationId: 'c', replyId: 'r' }) };
}

test('pieces that come fast go out together', async () => {
  const { frames, stream } = streamed();
  for (const word of Array.from({ length: 14 }, (_, index) => `${index} `)) {
    stream.push(word);
    await vi.advanceTimersByTimeAsync(15);
  }
  await stream.flush();
  await stream.end();
  expect(frames.length).toBeLessThan(6);
  expect(frames.map(({ text }) => text).join('')).toBe('0 1 2 3 4 5 6 7 8 9 10 11 12 13 ');
});

test('pieces show where they belong, and once a second the whole is sent again', async () => {
  const { frames, stream } = streamed();
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
