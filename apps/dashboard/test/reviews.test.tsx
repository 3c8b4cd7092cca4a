/** Reviews: marked by keyboard beside the thread, and scorecards in the settings. */
import type { Criterion, Review, Scorecard } from '@parley/contracts/reviews/reviews';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ReviewPanel } from '../src/features/reviews/review-panel.tsx';
import { Scorecards } from '../src/features/reviews/scorecards.tsx';
import { conversation } from './conversation.ts';
import { settingsAnswers, show } from './screen.tsx';

const greets: Criterion = {
  id: 'greets',
  name: 'Greets',
  description: 'By name.',
  scale: 'pass',
  weight: 1,
  isCritical: true,
};
const solves: Criterion = {
  ...greets,
  id: 'solves',
  name: 'Solves',
  description: '',
  scale: 'points',
  isCritical: false,
};
const review = (change: Partial<Review> = {}): Review => ({
  id: 'r1',
  conversationId: 'c1',
  scorecardId: 's1',
  scorecard: { name: 'Support', version: 1, criteria: [greets, solves] },
  person: { id: 'ben', name: 'Ben' },
  reviewer: null,
  status: 'open',
  isEstimate: false,
  reason: 'per_person',
  reasonSize: 3,
  marks: [],
  notes: [],
  comment: '',
  score: null,
  isCriticalFailed: false,
  answer: '',
  answeredAt: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  finishedAt: null,
  ...change,
});
const panel = <ReviewPanel reviewId="r1" conversationId="c1" onClose={() => undefined} />;
const listed = (...reviews: Review[]) => ({
  ...settingsAnswers(),
  'GET /api/reviews': reviews.map((each) => ({ review: each, conversation: conversation('c1') })),
  'GET /api/conversations/c1': conversation('c1'),
});

it('a review is marked and finished by keyboard, and can be finished only when it is complete', async () => {
  const done = review({ status: 'finished', score: 0.75, finishedAt: '2026-01-02T00:00:00.000Z' });
  const { user, sent } = await show(panel, {
    ...listed(review()),
    'PUT /api/reviews/r1': review({ reviewer: { id: 'me', name: 'Me' } }),
    'PUT /api/reviews/r1/status': done,
  });
  const finish = await screen.findByRole('button', { name: 'Finish review' });
  expect(finish).toHaveProperty('disabled', true);
  await user.click(screen.getByRole('radio', { name: 'Passed' }));
  const points = within(screen.getByRole('group', { name: /Solves/ }));
  await user.click(points.getByRole('radio', { name: '3 of 5' }));
  await user.keyboard('{ArrowRight}{Control>}{Enter}{/Control}');
  await expect.poll(() => sent('PUT /api/reviews/r1/status')).toEqual([{ status: 'finished' }]);
  expect(sent('PUT /api/reviews/r1').at(-1)).toMatchObject({
    marks: [
      { criterionId: 'greets', value: 1 },
      { criterionId: 'solves', value: 4 },
    ],
  });
  expect(await screen.findByText('Review finished: 75%')).toBeTruthy();
});

it('a finished review has the estimate of the model beside each mark', async () => {
  const marks = [
    { criterionId: 'greets', value: 1, comment: '' },
    { criterionId: 'solves', value: 5, comment: '' },
  ];
  await show(
    panel,
    listed(
      review({ status: 'finished', score: 1, marks }),
      review({
        id: 'e1',
        isEstimate: true,
        status: 'finished',
        score: 0.5,
        marks: marks.map((each) => ({ ...each, value: 1 })),
      }),
    ),
  );
  expect(await screen.findByText('Score: 100%')).toBeTruthy();
  expect(screen.getByText('Estimate 50%')).toBeTruthy();
  expect(screen.getByText('Estimate: 1 of 5')).toBeTruthy();
});

it('says so when the review of a link is gone', async () => {
  await show(panel, listed());
  expect(await screen.findByText('Review not found')).toBeTruthy();
});

it('a scorecard is added with its criteria and the sample that it draws', async () => {
  const { user, sent } = await show(<Scorecards />, {
    ...settingsAnswers(),
    'GET /api/scorecards': [] satisfies Scorecard[],
    'POST /api/scorecards': { id: 'made' },
  });
  await screen.findByText('No scorecards yet');
  await user.click(screen.getByRole('button', { name: 'Add scorecard' }));
  await user.type(screen.getByLabelText(/^Name/), 'Support');
  await user.type(screen.getByRole('textbox', { name: /^Criterion 1/ }), 'Solves the problem');
  await user.click(screen.getByRole('button', { name: 'Save scorecard' }));
  await expect
    .poll(() => sent('POST /api/scorecards'))
    .toMatchObject([
      {
        name: 'Support',
        criteria: [{ name: 'Solves the problem', scale: 'points', weight: 1 }],
        sample: 'per_person',
        sampleSize: 3,
        isEstimated: false,
      },
    ]);
});
