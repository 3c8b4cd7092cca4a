/** Ratings of the demo's customers, what the team did about low ones, and what the assistant's replies cost. */
import { lowRatingMax, type RatingReason, type Score } from '@parley/contracts/ratings/limits';
import type { Transaction } from '@parley/db/database';
import { seededRandom } from '@parley/db/generate/random';
import { sql } from 'kysely';

const minuteMs = 60_000;

interface Answer {
  score: Score;
  reasons: readonly RatingReason[];
  comment: string;
}

/** Drawn in turn, so that most customers are satisfied. */
const answers: readonly Answer[] = [
  { score: 5, reasons: ['quick', 'solved'], comment: 'That was quick, thank you!' },
  { score: 5, reasons: ['friendly'], comment: '' },
  { score: 4, reasons: ['solved', 'clear'], comment: '' },
  { score: 5, reasons: ['solved', 'friendly'], comment: 'Chiara knew my plant better than I do.' },
  { score: 4, reasons: [], comment: 'Good answer. A photo of the right spot would have helped.' },
  { score: 2, reasons: ['slow'], comment: 'I waited most of the afternoon for a yes or no.' },
  { score: 5, reasons: ['quick'], comment: '' },
  { score: 3, reasons: ['unclear'], comment: 'Two answers, and they didn’t say the same.' },
  { score: 5, reasons: ['clear', 'friendly'], comment: 'Lovely people, and the plant is fine again.' },
  { score: 1, reasons: ['unsolved', 'no_person'], comment: 'I asked for a person and got the same article again.' },
  { score: 4, reasons: ['quick', 'solved'], comment: '' },
  { score: 5, reasons: [], comment: '' },
];

interface Closed {
  id: string;
  closedAt: Date;
  closingNo: number;
  lastSeq: number;
  lastActivityNo: number;
  person: string | null;
  shares: { userId: string | null; answers: number }[];
}

/** Adds the questions about closed conversations and their answers; the newest low score is still to be followed up. */
export async function seedRatings(db: Transaction, now: Date): Promise<void> {
  const { rows: closed } = await sql<Closed>`
    select conversations.id, closed_at, last_seq, last_activity_no, assigned_representative_id as person, shares, (
      select max(activity_no) from activities where conversation_id = conversations.id and kind = 'closed'
    ) as closing_no
    from conversations cross join lateral (
      select jsonb_agg(jsonb_build_object('userId', answerer, 'answers', n) order by n desc) as shares from (
        select case when sender_type = 'representative' then sender_id end as answerer, count(*) as n from answers
        where conversation_id = conversations.id group by answerer
      ) as counted
    ) as given
    where status = 'closed' and shares is not null and last_activity_no > 0 order by closed_at, id
  `.execute(db);
  // A fixed seed makes every demo the same.
  const random = seededRandom(20_261_130);
  const asked = closed.filter(() => random() < 0.7);
  const questions = asked.map((conversation, index) => {
    const ratedAt = new Date(conversation.closedAt.getTime() + (2 + random() * 240) * minuteMs);
    const given = random() < 0.62 && ratedAt < now ? answers[index % answers.length] : undefined;
    return { conversation, ratedAt, given };
  });
  await db
    .insertInto('ratings')
    .values(
      questions.map(({ conversation: { id, closingNo, closedAt, shares }, ratedAt, given }) => ({
        conversationId: id,
        closingNo,
        closedAt,
        askedAt: new Date(closedAt.getTime() + minuteMs),
        place: 'widget' as const,
        shares: JSON.stringify(shares),
        ...(given && { ...given, reasons: [...given.reasons], ratedAt }),
      })),
    )
    .execute();
  const rated = questions.flatMap(({ given, ...each }) => (given ? [{ ...each, given }] : []));
  const newestLow = rated.findLast(({ given }) => given.score <= lowRatingMax);
  for (const { conversation, ratedAt, given } of rated) {
    const { id, lastSeq, lastActivityNo, person } = conversation;
    const isLow = given.score <= lowRatingMax;
    const isToFollowUp = isLow && newestLow?.conversation === conversation;
    const activities = [
      {
        kind: 'rated' as const,
        cause: { by: 'customer' },
        before: { rating: 'none' },
        after: { rating: String(given.score), rated: given },
        createdAt: ratedAt,
      },
      ...(isLow && !isToFollowUp && person !== null
        ? [
            {
              kind: 'followed_up' as const,
              cause: { by: 'representative', userId: person },
              before: { isToFollowUp: true },
              after: { isToFollowUp: false },
              createdAt: new Date(ratedAt.getTime() + 35 * minuteMs),
            },
          ]
        : []),
    ];
    for (const [index, { kind, cause, before, after, createdAt }] of activities.entries())
      await sql`
        insert into activities (conversation_id, activity_no, after_seq, kind, cause, before, after, is_copied, created_at)
        values (${id}, ${lastActivityNo + 1 + index}, ${lastSeq}, ${kind}, ${JSON.stringify(cause)}::jsonb,
          ${JSON.stringify(before)}::jsonb, ${JSON.stringify(after)}::jsonb, true, ${createdAt})
      `.execute(db);
    await sql`
      update conversations set rating = ${String(given.score)}::conversation_rating, rated_at = ${ratedAt}::timestamptz,
        is_to_follow_up = ${isToFollowUp}, last_activity_no = ${lastActivityNo + activities.length}
      where id = ${id}
    `.execute(db);
  }
}

/** Adds the model call behind each reply of the assistant in closed conversations. */
export async function seedAssistantCosts(db: Transaction): Promise<void> {
  await sql`
    insert into ai_runs (conversation_id, visitor_id, kind, message_seq, model, prompt_version, input_tokens, output_tokens,
      cost_usd, latency_ms, outcome, created_at)
    select conversation_id, visitor_id, 'reply', seq, 'demo', '1', 1800 + length(content) * 3, length(content) / 4,
      round((0.0018 + length(content) * 0.000012)::numeric, 6), 900 + length(content) * 5, 'answered', messages.created_at
    from messages join conversations on conversations.id = conversation_id
    where sender_type = 'ai' and status = 'closed'
  `.execute(db);
}
