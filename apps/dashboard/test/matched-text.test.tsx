import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { MatchedText } from '../src/ui/matched-text.tsx';
import { withChange } from '../src/live/conversation-lists.ts';
import { conversation } from './conversation.ts';

const shown = (text: string, ranges: [number, number][]) =>
  renderToStaticMarkup(<MatchedText text={text} ranges={ranges} />);

it('a passage that was found has what was looked for marked, and nothing in it is markup', () => {
  expect(
    shown('A <b>blue</b> lamp, blue', [
      [5, 9],
      [20, 24],
    ]),
  ).toBe('<span dir="auto" data-match="true">A &lt;b&gt;<mark>blue</mark>&lt;/b&gt; lamp, <mark>blue</mark></span>');
});

it('the match is in view however late it is in its passage', () => {
  const text = 'Before it stand a good many words, and then comes the lantern at last';
  expect(shown(text, [[54, 61]])).toContain('>… then comes the <mark>lantern</mark> at last<');
});

it('a result keeps its passage when the conversation changes', () => {
  const match = { seq: 3, text: 'lantern', ranges: [[0, 7]] as [number, number][] };
  const found = conversation('a', { match });
  const changed = conversation('a', { lastSeq: 9, updatedAt: '2026-02-01T00:00:00.000Z' });
  const list = withChange({ items: [found], next: null }, changed, { q: 'lantern' }, 'me');
  expect(list.items[0]).toMatchObject({ lastSeq: 9, match });
});
