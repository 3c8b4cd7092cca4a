/** AI Suggested Responses: what they rest on, how they come into the reply, and what is said without any. */
import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { Suggestions } from '../src/features/thread/suggestions.tsx';
import { type Answers, refusal, settingsAnswers, show } from './screen.tsx';

const question = 'POST /api/conversations/c1/ai-suggestions';
const two = { suggestions: ['Within 30 days.', 'Of course.'], sources: ['Returns', null] };

async function open(answers: Answers) {
  const onPick = vi.fn<(text: string) => void>();
  const what = <Suggestions conversationId="c1" sentCount={0} delayMs={0} onPick={onPick} />;
  return { onPick, ...(await show(what, { ...settingsAnswers(), ...answers })) };
}

it('says from which article one comes, and that another is an earlier answer where there is no assistant', async () => {
  await open({ [question]: two });
  const first = await screen.findByRole('button', { name: /Within 30 days\./ });
  expect(first.textContent).toContain('From the article “Returns”');
  await screen.findByText('From an earlier answer');
  expect(screen.getByRole('button', { name: /Of course\./ }).textContent).toContain('From an earlier answer');
  expect(screen.getAllByText(/From the article/)).toHaveLength(1);
});

it('are taken by a click, by their number, and by Alt and the number', async () => {
  const { user, onPick } = await open({ [question]: two });
  await user.click(await screen.findByRole('button', { name: /Within 30 days\./ }));
  await user.keyboard('2');
  await user.keyboard('{Alt>}1{/Alt}');
  expect(onPick.mock.calls).toEqual([['Within 30 days.'], ['Of course.'], ['Within 30 days.']]);
});

it('are asked for again by the button and by y, and not while an answer is awaited', async () => {
  const first = Promise.withResolvers<unknown>();
  const later = ['Another one.', 'A third.'].map((text) => ({ suggestions: [text], sources: [null] }));
  const answers = [first.promise, ...later];
  const { user, sent } = await open({ [question]: () => answers.shift() });
  expect(await screen.findByText('Generating suggestions...')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  await vi.waitFor(() => expect(sent(question)).toHaveLength(1));
  first.resolve(two);
  await screen.findByText('Of course.');
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  await screen.findByText('Another one.');
  await user.keyboard('y');
  await screen.findByText('A third.');
  expect(sent(question)).toHaveLength(3);
});

it('missing and failed suggestions are no trouble: one line shows it', async () => {
  const warned = Promise.withResolvers<void>();
  vi.spyOn(console, 'warn').mockImplementation(() => warned.resolve());
  const answers: unknown[] = [{ suggestions: [], sources: [] }, refusal('unavailable', 'The model is away.')];
  const { user } = await open({ [question]: () => answers.shift() });
  expect(await screen.findByText('No suggestions available')).toBeTruthy();
  await user.keyboard('y');
  await warned.promise;
  expect(await screen.findByText('No suggestions available')).toBeTruthy();
  expect(screen.queryByRole('alert')).toBe(null);
});
