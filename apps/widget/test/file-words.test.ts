// @vitest-environment happy-dom
/** Texts of the widget for a file that can't be uploaded. */
import { Refusal } from '@parley/client/refusal';
import { translator } from '@parley/contracts/i18n/messages';
import { expect, it } from 'vitest';
import texts, { type FileMessages } from '../src/file-texts/en.ts';
import english, { type ChatMessages } from '../src/texts/en.ts';
import { fileWords } from '../src/files/words.ts';

const view = { setup: {}, locale: { tag: 'en' }, t: translator<ChatMessages>(english, 'en') };
const t = translator<FileMessages>(texts, 'en');
const wordsOf = (error: Error) => fileWords({}, { error }, { view, t });

it('says to send the message first where files wait for one, and else that it is too much for a day', () => {
  expect(wordsOf(new Refusal('rate_limited', '', { messageKey: 'files_waiting' }))).toBe(texts.files_waiting);
  expect(wordsOf(new Refusal('rate_limited', '', { messageKey: 'files_of_day' }))).toBe(texts.rate_limited);
  expect(wordsOf(new Refusal('unavailable', ''))).toBe(texts.unavailable);
});
