/**
 * Lists and counts by filters of every sort over 1,000,000 conversations, beside the plain list over the same ones:
 * `npm run bench -- lists` (`--write` puts the table into bench/results.md). Each measurement has a plain list of its
 * own right before it, for the machine's mood. BENCH_CONVERSATIONS for fewer.
 */
import type { Filter } from '@parley/contracts/filter/filter';
import { createDatabase } from '@parley/db/database';
import { countConversations } from '@parley/db/conversations/counts';
import { filterSql, isOfClosed, isOfUnread } from '@parley/db/conversations/filter';
import { listByField, listConversations, listEarliest } from '@parley/db/conversations/list';
import { createTestDatabase } from '@parley/db/testing';
import { Pool } from 'pg';
import { circumstances, writePart } from '../page.ts';
import { fill } from './fill.ts';

const conversations = Number(process.env['BENCH_CONVERSATIONS'] ?? 1_000_000);
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 15);

const { url, drop } = await createTestDatabase();
const pool = new Pool({ connectionString: url, max: 1 });
const db = createDatabase(url, { max: 1, statementTimeoutMs: 0 });

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

async function took(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** By name; what people save as views. */
async function views(): Promise<{ me: string; filters: Record<string, Filter> }> {
  const one = async (text: string) => (await pool.query<{ id: string }>(text)).rows[0]?.id ?? '';
  const [me, tag, website] = [
    await one('select id from users order by id limit 1'),
    await one('select id from tags order by id limit 1'),
    await one('select id from websites order by id limit 1'),
  ];
  const open: Filter = { field: 'status', op: 'in', value: ['active', 'waiting'] };
  const mine: Filter = { field: 'assignee', op: 'is', value: 'me' };
  const unread: Filter = { field: 'unread', op: 'is', value: true };
  const ofSite: Filter = { field: 'website', op: 'is', value: website };
  return {
    me,
    filters: {
      open,
      'mine, open, awake': { all: [mine, open, { field: 'snoozed', op: 'is', value: false }] },
      'waiting for an hour': {
        all: [
          { field: 'status', op: 'is', value: 'waiting' },
          { field: 'waitingSince', op: 'older_than', value: 'PT1H' },
        ],
      },
      closed: { field: 'status', op: 'is', value: 'closed' },
      unread,
      'unread and open': { all: [open, unread] },
      'what I follow': { field: 'following', op: 'is', value: true },
      'a tag': { field: 'tag', op: 'has', value: tag },
      'a tag on a website': { all: [{ field: 'tag', op: 'has', value: tag }, ofSite] },
      urgent: { field: 'priority', op: 'is', value: 'urgent' },
      'urgent, closed, mine': {
        all: [{ field: 'priority', op: 'is', value: 'urgent' }, { field: 'status', op: 'is', value: 'closed' }, mine],
      },
      snoozed: { field: 'snoozed', op: 'is', value: true },
      'a website': ofSite,
      'a website, closed, of nobody': {
        all: [ofSite, { field: 'status', op: 'is', value: 'closed' }, { field: 'assignee', op: 'is', value: 'nobody' }],
      },
      'by Telegram': { field: 'channel', op: 'is', value: 'telegram' },
      'without an address': { field: 'customerEmail', op: 'known', value: false },
      'of the last day': { field: 'updatedAt', op: 'newer_than', value: 'P1D' },
      'begun in the last week': { field: 'createdAt', op: 'newer_than', value: 'P7D' },
      'begun before 300 days': { field: 'createdAt', op: 'older_than', value: 'P300D' },
      'a tag, or urgent': {
        any: [
          { field: 'tag', op: 'has', value: tag },
          { field: 'priority', op: 'is', value: 'urgent' },
        ],
      },
    },
  };
}

try {
  const began = performance.now();
  await fill(db, pool, conversations);
  console.error(`${conversations} conversations in ${((performance.now() - began) / 1000).toFixed(0)} s`);
  const { me, filters } = await views();
  const meaning = { me, now: Date.now() };
  const plain = () => listConversations(db, { readerId: me, limit: 50 });
  const asked = {
    'by activity': (filter: Filter) =>
      listConversations(db, {
        readerId: me,
        limit: 50,
        where: filterSql(filter, meaning),
        isUnread: isOfUnread(filter),
      }),
    'waiting longest': (filter: Filter) =>
      listEarliest(db, 'waiting', {
        readerId: me,
        limit: 50,
        where: filterSql(filter, meaning),
        isClosed: isOfClosed(filter),
      }),
    'most urgent': (filter: Filter) =>
      listByField(db, 'priority', { readerId: me, limit: 50, where: filterSql(filter, meaning) }),
    count: (filter: Filter) => countConversations(db, [filter], meaning),
  };
  const plainTimes: number[] = [];
  const lines: string[] = [];
  for (const [name, filter] of Object.entries(filters)) {
    const cells: string[] = [];
    for (const ask of Object.values(asked)) {
      const [times, ratios] = [new Array<number>(), new Array<number>()];
      // The first round warms up.
      for (let round = 0; round <= rounds; round += 1) {
        const beside = await took(plain);
        const time = await took(() => ask(filter));
        if (round === 0) continue;
        plainTimes.push(beside);
        times.push(time);
        ratios.push(time / beside);
      }
      const ratio = median(ratios);
      cells.push(
        `${median(times).toFixed(1)} ms, ${ratio > 1.5 ? '**' : ''}${ratio.toFixed(1)} ×${ratio > 1.5 ? '**' : ''}`,
      );
    }
    lines.push(`| ${name} | ${cells.join(' | ')} |`);
  }
  const text = [
    `${circumstances()}; ${conversations.toLocaleString('en')} conversations, pages of 50. Postgres is asked directly. The`,
    `plain list by activity takes ${median(plainTimes).toFixed(1)} ms; × is what the same took beside the plain list before it,`,
    `median of ${rounds} pairs each (goal: 1.5).`,
    '',
    `| | ${Object.keys(asked).join(' | ')} |`,
    '| --- | --- | --- | --- | --- |',
    ...lines,
  ].join('\n');
  console.log(text);
  if (process.argv.includes('--write')) writePart('lists', text);
} finally {
  await pool.end();
  await db.destroy();
  await drop();
}
