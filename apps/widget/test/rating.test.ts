// @vitest-environment happy-dom
import { ratingTexts } from '@parley/contracts/i18n/catalogues/ratings';
import { expect, it, vi } from 'vitest';
import { draw } from '../src/parts/rating.ts';
import { emptyTalk, type Talk, type TalkState } from '../src/talk/talk.ts';

const t = ratingTexts('en');

function open(change: Partial<TalkState> = {}, fails = false) {
  const root = document.createElement('div').attachShadow({ mode: 'open' });
  document.body.append(root.host);
  const box = Object.assign(document.createElement('div'), { className: 'box' });
  root.append(box);
  const call = vi.fn<(...given: unknown[]) => Promise<unknown>>(() =>
    fails ? Promise.reject(new Error('away')) : Promise.resolve(undefined),
  );
  const talk = {
    state: { ...emptyTalk, status: 'closed', rating: { id: 'r1', score: null }, ...change },
    visitor: { call },
  } as unknown as Talk;
  const page = { launcher: { root }, locale: { language: 'en', tag: 'en' } } as unknown as Parameters<typeof draw>[0];
  const chat = { update: vi.fn<() => void>() };
  const redraw = (state: Partial<TalkState> = {}) => {
    Object.assign(talk.state, state);
    draw(page, talk, chat);
  };
  redraw();
  const button = (name: string) =>
    [...box.querySelectorAll('button')].find((each) => each.ariaLabel === name || each.textContent === name);
  const said = () => box.querySelector('[role=status]')?.textContent;
  return { box, call, redraw, button, said };
}

it('one press sends the score, and reasons that fit it are offered', async () => {
  const { button, call, said, box } = open();
  button('2 of 5')?.click();
  await expect.poll(said).toBe(t('thanks'));
  expect(call.mock.calls).toEqual([['POST', '/api/visitor/ratings/r1', { score: 2 }]]);
  expect(button(t('slow'))).toBeTruthy();
  expect(button(t('quick'))).toBe(undefined);
  button(t('slow'))?.click();
  const comment = box.querySelector('textarea');
  if (comment) comment.value = 'Two days!';
  box.querySelector('form')?.dispatchEvent(new Event('submit', { cancelable: true }));
  await expect.poll(() => call.mock.calls.at(-1)?.[2]).toEqual({ score: 2, reasons: ['slow'], comment: 'Two days!' });
});

it('what is typed survives new messages, which the question stays below', () => {
  const { box, button, redraw } = open();
  button('4 of 5')?.click();
  const comment = box.querySelector('textarea');
  if (comment) comment.value = 'Half a';
  box.append(document.createElement('p'));
  redraw();
  expect(box.lastElementChild?.querySelector('textarea')?.value).toBe('Half a');
});

it('it goes when the conversation is open again, and when nothing is asked', () => {
  const { box, redraw } = open();
  redraw({ status: 'active' });
  expect(box.children).toHaveLength(0);
  redraw({ status: 'closed' });
  expect(box.children).toHaveLength(1);
  redraw({ rating: undefined });
  expect(box.children).toHaveLength(0);
});

it('a score that could not be sent is said, and can be sent again', async () => {
  const { button, call, said } = open({}, true);
  button('5 of 5')?.click();
  await expect.poll(said).toBe(t('failed'));
  button('5 of 5')?.click();
  await expect.poll(() => call.mock.calls.length).toBe(2);
});

it('an earlier answer is marked, and the question of the settings replaces the usual one', () => {
  const { button, box } = open({ rating: { id: 'r1', score: 3, question: 'All well?' } });
  expect(button('3 of 5')?.ariaPressed).toBe('true');
  expect(box.textContent).toContain('All well?');
});
