/** Ratings in the dashboard: when they are asked for, and what happens to a low one. */
import type { Conversation } from '@parley/contracts/entities';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { defaultSettings } from '@parley/contracts/settings/settings';
import { RatingSettings } from '../src/features/ratings/rating-settings.tsx';
import { Labels } from '../src/features/thread/labels.tsx';
import { activityWords, type Change } from '../src/live/activity-words.ts';
import { conversation } from './conversation.ts';
import { settingsAnswers, show } from './screen.tsx';

const rated = (rating: Conversation['rating'], isToFollowUp: boolean) =>
  conversation('c1', { rating, isToFollowUp, status: 'closed' });

it('ratings are switched on with what was changed and nothing else', async () => {
  const { user, sent } = await show(<RatingSettings settings={defaultSettings} />, {
    ...settingsAnswers(),
    'POST /api/settings': { ...defaultSettings, ratingConfig: { ...defaultSettings.ratingConfig, enabled: true } },
  });
  await user.click(screen.getByRole('checkbox', { name: 'Ask customers for a rating' }));
  await user.click(screen.getByRole('button', { name: /^Save/ }));
  await expect
    .poll(() => sent('POST /api/settings'))
    .toEqual([{ ratingConfig: expect.objectContaining({ enabled: true }) as unknown }]);
});

it('the question of each language shows the usual one while it is empty', async () => {
  await show(<RatingSettings settings={defaultSettings} />, settingsAnswers());
  expect(screen.getByLabelText('Question in Deutsch').getAttribute('placeholder')).toBe(
    'Wie zufrieden sind Sie mit unserer Hilfe?',
  );
  expect(screen.getByLabelText('Question in Deutsch').dir).toBe('ltr');
  expect(screen.getByLabelText('Question in العربية').dir).toBe('rtl');
});

it('a low rating is followed up with a note, which the conversation no longer waits for', async () => {
  const { user, sent } = await show(<Labels conversation={rated('2', true)} />, {
    'POST /api/conversations/c1/notes': {},
    'PATCH /api/conversations/c1': { ...rated('2', false), activityNo: 7 },
  });
  await user.click(screen.getByRole('button', { name: 'Follow up' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByRole('textbox', { name: 'Note' }), 'Sent a voucher');
  await user.click(dialog.getByRole('button', { name: 'Follow up' }));
  await expect.poll(() => sent('PATCH /api/conversations/c1')).toEqual([{ isToFollowUp: false }]);
  expect(sent('POST /api/conversations/c1/notes')).toMatchObject([{ content: 'Sent a voucher' }]);
});

it('a good rating is shown and asks for nothing', async () => {
  await show(<Labels conversation={rated('5', false)} />);
  expect(screen.getByText('5 of 5')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Follow up' })).toBe(null);
});

it('the thread says the score with its reasons and the comment', () => {
  const activity = {
    kind: 'rated',
    cause: { by: 'customer' },
    before: {},
    after: { rated: { score: 2, reasons: ['slow'], comment: 'Two days!' } },
  } as unknown as Change;
  expect(activityWords(activity)).toBe('The customer rated the help 2 of 5: Took too long · “Two days!”');
});
