// @vitest-environment happy-dom
/** What the widget says of a file that does not go up. */
import { Refusal } from '@parley/client/outbox';
import type { Upload } from '@parley/client/uploads';
import { expect, it } from 'vitest';
import texts from '../src/file-texts/en.ts';
import type { Drawing } from '../src/files/drawing.ts';
import { fileWords } from '../src/files/words.ts';

const drawing = { view: { setup: { files: null }, locale: { tag: 'en' } }, texts } as unknown as Drawing;
const wordsOf = (error: Error) => fileWords({}, { error } as unknown as Upload, drawing);

it('says to send the message first where files wait for one, and else that it is too much for a day', () => {
  expect(wordsOf(new Refusal('rate_limited', '', { said: 'files_waiting' }))).toBe(texts.files_waiting);
  expect(wordsOf(new Refusal('rate_limited', '', { said: 'files_of_day' }))).toBe(texts.rate_limited);
  expect(wordsOf(new Refusal('unavailable', ''))).toBe(texts.unavailable);
});
