/** A scorecard of the demo shop, reviews that were done and some to do. */
import type { Criterion } from '@parley/contracts/reviews/reviews';
import { scoreOf } from '@parley/contracts/reviews/score';
import type { Transaction } from '@parley/db/database';
import { insertScorecard } from '@parley/db/reviews/scorecards';
import { sql } from 'kysely';
import { derivedId } from '../derived-id.ts';

const criterion = (name: string, change: Partial<Criterion>): Criterion => ({
  id: derivedId('demo criterion', name),
  name,
  description: '',
  scale: 'points',
  weight: 1,
  isCritical: false,
  ...change,
});

const criteria: readonly Criterion[] = [
  criterion('Solves the problem', {
    weight: 3,
    description: 'The customer has what they asked for, or knows the next step.',
  }),
  criterion('Correct', {
    scale: 'pass',
    weight: 2,
    isCritical: true,
    description: 'Prices, times and promises are those of the shop.',
  }),
  criterion('Friendly and clear', { description: 'Short sentences, and the name of the customer.' }),
];

const comments = ['Quick and to the point.', 'Could have named the delivery date.', 'A warm tone. Well done.', ''];

/** Reviews that are finished; the ones after these are to be done. */
const finished = 26;
const open = 6;

/** Adds reviews by the admin of what others answered. */
export async function seedReviews(db: Transaction, reviewerId: string): Promise<void> {
  const scorecard = await insertScorecard(db, {
    name: 'Support',
    criteria: [...criteria],
    filter: { all: [] },
    sample: 'per_person',
    sampleSize: 2,
    coversAssistant: false,
    isEstimated: false,
    estimatesPerDay: 20,
  });
  if (scorecard === 'taken') return;
  const { rows } = await sql<{ conversationId: string; personId: string; at: Date }>`
    select conversation_id, sender_id as person_id, max(messages.created_at) as at
    from messages join conversations on conversations.id = conversation_id
    where sender_type = 'representative' and sender_id is not null and sender_id <> ${reviewerId}
      and conversations.status = 'closed'
    group by 1, 2 order by at desc limit ${finished + open}
  `.execute(db);
  for (const [index, { conversationId, personId, at }] of rows.entries()) {
    const isOpen = index < open;
    const marks = isOpen
      ? []
      : criteria.map(({ id, scale }, place) => ({
          criterionId: id,
          value: scale === 'pass' ? Number(index % 9 !== 4) : 3 + ((index + place) % 3),
          comment: place === 0 ? (comments[index % comments.length] ?? '') : '',
        }));
    const scored = isOpen ? { score: null, isCriticalFailed: false } : scoreOf(criteria, marks);
    await db
      .insertInto('reviews')
      .values({
        conversationId,
        scorecardId: scorecard.id,
        scorecardName: scorecard.name,
        version: scorecard.version,
        criteria: JSON.stringify(criteria),
        representativeId: personId,
        reviewerId: isOpen ? null : reviewerId,
        reason: 'per_person',
        reasonSize: 2,
        status: isOpen ? 'open' : 'finished',
        marks: JSON.stringify(marks),
        ...scored,
        finishedAt: isOpen ? null : new Date(Math.min(Date.now(), at.getTime() + 20 * 3_600_000)),
      })
      .execute();
  }
}
