import { monitorEventLoopDelay } from 'node:perf_hooks';
import { createMailReader, type MailReader } from '../../src/mail/reader.ts';
import { afterEach, expect, test } from 'vitest';

const program = new URL('./fixtures/bad-reader.mjs', import.meta.url);
let reader: MailReader;
afterEach(() => reader.close());

const read = (text: string) => reader.read({ raw: Buffer.from(text), authservId: null });

test('a mail that takes too long is given up, and the process continues its work', async () => {
  reader = createMailReader({ program, timeoutMs: 1_500 });
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  expect(await Promise.all([read('endless'), read('endless')])).toEqual([
    { unread: 'too_slow' },
    { unread: 'too_slow' },
  ]);
  delay.disable();
  expect(delay.max / 1e6).toBeLessThan(1_000);
  expect(await read('good')).toEqual({ reading: { written: 'g' } });
});

test('a mail that needs too much memory ends only its own thread', async () => {
  reader = createMailReader({ program, timeoutMs: 60_000 });
  expect(await read('much')).toEqual({ unread: 'too_large' });
  expect(await read('good')).toEqual({ reading: { written: 'g' } });
});

test('an unreadable mail is distinguished from a thread that has died', async () => {
  reader = createMailReader({ program });
  expect(await read('unreadable')).toEqual({ unread: 'unreadable' });
  await expect(read('x')).rejects.toThrow('ended');
  await expect(read('throws')).rejects.toThrow('unexpected');
  expect(await read('good')).toEqual({ reading: { written: 'g' } });
});

test('each of many mails read at once gets its own result', async () => {
  reader = createMailReader();
  const mails = Array.from({ length: 3 }, (_, at) => `From: a@b.example\n\nMail ${at}`);
  const answers = await Promise.all(mails.map(read));
  expect(answers.map((answer) => 'reading' in answer && answer.reading.written.text)).toEqual(
    mails.map((_, at) => `Mail ${at}`),
  );
});
