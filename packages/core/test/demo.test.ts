import { conversationState } from '@parley/db/conversations/read';
import { unansweredConversations } from '@parley/db/maintenance/idle';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { seedDemo } from '../src/demo/seed.ts';
import { runClocks } from '../src/sla/clocks.ts';
import { createTestContext, type TestContext } from '../src/testing.ts';

let context: TestContext;

beforeAll(async () => {
  context = await createTestContext();
});
afterAll(() => context.close());

it('the demo leaves no customer to a silent assistant, so that nothing moves while it is tried', async () => {
  expect(await seedDemo(context.db, 'http://localhost:3000')).not.toEqual([]);
  const unanswered = await unansweredConversations(context.db, new Date(), 100);
  expect(unanswered).not.toEqual([]);
  const states = await Promise.all(unanswered.map(({ id }) => conversationState(context.db, id)));
  expect(states.filter((state) => state?.isAiAssisted)).toEqual([]);
  expect(await seedDemo(context.db, 'http://localhost:3000')).toEqual([]);
});

it('shows off tags, teams, views, macros, a second website and a help centre where it is asked for them', async () => {
  const shown = await createTestContext();
  try {
    await seedDemo(shown.db, 'http://localhost:3000', { withShowcase: true });
    const count = async (table: 'tags' | 'teams' | 'views' | 'cannedReplies' | 'websites' | 'articleCategories') =>
      (await shown.db.selectFrom(table).select('id').execute()).length;
    expect(await count('tags')).toBe(8);
    expect(await count('teams')).toBe(2);
    expect(await count('views')).toBe(3);
    expect(await count('cannedReplies')).toBe(4);
    expect(await count('websites')).toBe(2);
    const articles = await shown.db.selectFrom('articles').select(['onSite', 'categoryId']).execute();
    expect(articles.filter(({ onSite, categoryId }) => !onSite || categoryId === null)).toEqual([]);
    expect(await count('articleCategories')).toBe(4);
    const tagged = await shown.db
      .selectFrom('conversations')
      .select('id')
      .where(sql<boolean>`cardinality(tag_ids) = 1`)
      .execute();
    expect(tagged.length).toBeGreaterThan(100);
    const changes = await shown.db.selectFrom('activities').select(['kind', 'conversationId']).execute();
    const kinds = Map.groupBy(changes, ({ kind }) => kind);
    expect([...kinds.keys()].toSorted()).toEqual([
      'assigned',
      'closed',
      'followed_up',
      'handed_off',
      'rated',
      'reopened',
      'sla_breached',
      'tagged',
    ]);
    const { count: closed } = await shown.db
      .selectFrom('conversations')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('status', '=', 'closed')
      .executeTakeFirstOrThrow();
    expect(new Set(kinds.get('closed')?.map(({ conversationId }) => conversationId)).size).toBe(closed);
    const ratings = await shown.db.selectFrom('ratings').select(['score', 'comment']).execute();
    const rated = ratings.filter(({ score }) => score !== null);
    expect(rated.length).toBeGreaterThan(40);
    expect(rated.some(({ comment }) => comment !== '')).toBe(true);
    expect(ratings.length).toBeGreaterThan(rated.length);
    expect(
      await shown.db.selectFrom('conversations').select('id').where('isToFollowUp', '=', true).execute(),
    ).toHaveLength(1);
  } finally {
    await shown.close();
  }
});

it('shows off conversations that are due and overdue, promises kept and broken, and a rule with runs', async () => {
  const shown = await createTestContext();
  try {
    await seedDemo(shown.db, 'http://localhost:3000', { withShowcase: true });
    await runClocks(shown);
    const { rows } = await sql<Record<string, number>>`
      select
        (select count(*)::int from conversations where due_at > now() and waiting_since is not null) as due,
        (select count(*)::int from conversations where due_at < now() and waiting_since is not null) as overdue,
        (select count(*)::int from promises where is_kept) as kept,
        (select count(*)::int from promises where not is_kept) as broken,
        (select count(*)::int from promises where ended_at is null) as open,
        (select count(*)::int from rule_runs where outcome = 'done') as runs
    `.execute(shown.db);
    const [found = {}] = rows;
    expect(Object.entries(found).filter(([, count]) => count === 0)).toEqual([]);
    const { kept = 0, broken = 0 } = found;
    expect(kept / (kept + broken)).toBeGreaterThan(0.9);
  } finally {
    await shown.close();
  }
});
