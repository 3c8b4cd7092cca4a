/** Facts of conversations, and the reports that are computed from them. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import {
  assistantKey,
  hasConversations,
  metricsOf,
  type ReportId,
  reportIds,
  type ReportMetricId,
  reportMetric,
  reportMetricIds,
  type ReportStatistic,
  type ReportRows,
  reportSlices,
} from '@parley/contracts/reports/reports';
import type { Permission } from '@parley/contracts/permissions/permissions';
import type { ScheduleWeek } from '@parley/contracts/schedules/schedule';
import { weekdays } from '@parley/contracts/settings/settings';
import type { ReportFigure } from '@parley/contracts/routes/reports';
import { seededRandom } from '@parley/db/generate/random';
import { deleteConversation } from '@parley/db/conversations/delete';
import { grantReportReader } from '@parley/db/stats/report-reader';
import { insertVisitor } from '@parley/db/visitors/visitors';
import { insertWebsite } from '@parley/db/websites/websites';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { undoActivity } from '../src/bulk/undo.ts';
import type { StaffCaller, VisitorCaller } from '../src/callers.ts';
import { markSpam, unmarkSpam } from '../src/contacts/spam.ts';
import { readActivities } from '../src/conversations/activities.ts';
import { splitConversation } from '../src/conversations/split.ts';
import { addTag } from '../src/conversations/tags.ts';
import { takeOver } from '../src/conversations/take-over.ts';
import { updateConversation } from '../src/conversations/update.ts';
import { postMessage } from '../src/messages/post.ts';
import { addSchedule } from '../src/settings/schedules.ts';
import { rebuildFacts, updateFacts } from '../src/stats/facts.ts';
import { downloadReportRows, listReported, readReport } from '../src/stats/reports.ts';
import {
  createColleague,
  createTestContext,
  mergeTalks,
  overseer,
  recordReplyRun,
  type TestContext,
} from '../src/testing.ts';

let context: TestContext;
let websiteId: string;
let ada: StaffCaller;
let ben: StaffCaller;

beforeAll(async () => {
  context = await createTestContext();
  websiteId = (await insertWebsite(context.db, { domain: 'shop.example.com', name: 'Shop' }))?.id ?? '';
  [ada, ben] = await Promise.all([
    createColleague(context, 'Ada Byron', 'admin'),
    createColleague(context, 'Ben Cole'),
  ]);
});
afterAll(() => context.close());

async function opens(): Promise<{ id: string; visitor: VisitorCaller; writes: () => Promise<unknown> }> {
  const { id: visitorId } = await insertVisitor(context.db, { websiteId, email: null });
  const visitor: VisitorCaller = { kind: 'visitor', visitorId, websiteId };
  const writes = () => postMessage(context, visitor, 'newest', { content: 'Hello', clientMessageId: randomUUID() });
  const { message } = await writes();
  return { id: message.conversationId, visitor, writes };
}
const answers = (id: string, caller = ben) =>
  postMessage(context, caller, { conversationId: id }, { content: 'Hi', clientMessageId: randomUUID() });
const closes = (id: string, caller = ben) => updateConversation(context, caller, id, { status: 'closed' });

const today = () => new Date().toISOString().slice(0, 10);
const ofToday = () => ({ from: today(), to: today(), timeZone: 'UTC' });
async function figureOf(report: ReportId, metric: ReportMetricId, caller = ada) {
  const { figures } = await readReport(context, caller, report, ofToday());
  return figures.find((each) => each.metric === metric);
}

async function factRows(): Promise<unknown[]> {
  const tables = ['conversation_facts', 'answer_facts', 'closing_facts'];
  return Promise.all(
    tables.map(
      async (table) =>
        (await sql`select * from ${sql.table(table)} order by conversation_id, 2, 3`.execute(context.db)).rows,
    ),
  );
}

/** All that a report lists behind a figure, in pages. */
async function allBehind(report: ReportId, request: Omit<Parameters<typeof listReported>[3], 'limit'>, limit = 100) {
  const values: number[] = [];
  let cursor: string | undefined;
  do {
    const page = await listReported(context, ada, report, { ...request, limit, cursor });
    values.push(...page.reported.map(({ value }) => value));
    cursor = page.cursor ?? undefined;
  } while (cursor !== undefined);
  return values;
}

/** Computes a figure of a statistic from the values of its list; `n` of a ratio is not of the list. */
function madeOf(statistic: ReportStatistic, values: readonly number[], ratioOf: number) {
  const n = values.length;
  const total = values.reduce((sum, value) => sum + value, 0);
  const orNull = (value: number) => (n === 0 ? null : value);
  switch (statistic) {
    case 'count':
      return { value: n, n };
    case 'sum':
      return { value: orNull(total), n };
    case 'share':
      return { value: orNull(total / n), n };
    case 'ratio':
      return { value: ratioOf === 0 ? null : total / ratioOf, n: ratioOf };
    case 'quantiles':
      return {
        value: orNull(quantile(values, 0.5)),
        n,
        p90: orNull(quantile(values, 0.9)),
        mean: orNull(total / n),
      };
  }
}

const rounded = (value: object): object =>
  Object.fromEntries(
    Object.entries(value).map(([name, each]: [string, unknown]) => [
      name,
      typeof each === 'number' ? Math.round(each * 1e6) / 1e6 : each,
    ]),
  );

async function textOf(
  rows: ReportRows,
  request: Parameters<typeof downloadReportRows>[3],
  format: 'csv' | 'json' = 'csv',
): Promise<string> {
  let text = '';
  for await (const piece of await downloadReportRows(context, ada, { rows, format }, request)) text += piece;
  return text;
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  const position = (sorted.length - 1) * share;
  const low = sorted[Math.floor(position)] ?? 0;
  return low + ((sorted[Math.ceil(position)] ?? 0) - low) * (position - Math.floor(position));
}

describe('facts', () => {
  it('count a conversation, its answers and its closing, and list it behind each figure', async () => {
    const { id, writes } = await opens();
    await answers(id);
    await writes();
    await answers(id, ada);
    await closes(id);
    await updateFacts(context);
    expect(await figureOf('conversations', 'opened')).toMatchObject({ value: 1, n: 1 });
    expect(await figureOf('conversations', 'closed')).toMatchObject({ value: 1 });
    expect(await figureOf('people', 'person_answers')).toMatchObject({ value: 2 });
    const people = await readReport(context, ada, 'people', { ...ofToday(), slice: 'person', compare: true });
    expect(new Set(people.rows.map(({ label }) => label))).toEqual(new Set(['Ada Byron', 'Ben Cole']));
    const { reported } = await listReported(context, ada, 'people', {
      ...ofToday(),
      metric: 'person_answer',
      slice: 'person',
      key: ben.user.id,
      limit: 10,
    });
    expect(reported).toMatchObject([{ conversation: { id } }]);
  });

  it('are the same when they are computed with each change and all at once, whatever happened', async () => {
    const chance = seededRandom(11);
    const { tag } = await addTag(context, ada, { name: 'refund', colour: 'red' });
    const talks: { id: string; visitor: VisitorCaller; writes: () => Promise<unknown> }[] = [];
    const attempt = async (step: () => Promise<unknown>) => step().catch(() => undefined);
    for (let round = 0; round < 110; round += 1) {
      const talk = talks[Math.floor(chance() * talks.length)];
      const other = talks[Math.floor(chance() * talks.length)];
      const who = chance() < 0.5 ? ada : ben;
      if (!talk || !other || chance() < 0.15) {
        talks.push(await opens());
        continue;
      }
      const { id } = talk;
      const newest = async () => (await readActivities(context, overseer, id, { limit: 100 })).at(-1)?.activityNo ?? 0;
      const steps: (() => Promise<unknown>)[] = [
        talk.writes,
        () => answers(id, who),
        () => answers(id, who),
        () => closes(id, who),
        () => takeOver(context, who, id, who.user.id),
        async () => undoActivity(context, ada, { conversationId: id, activityNo: await newest() }),
        () => updateConversation(context, ada, id, { addTags: [tag.id] }),
        () => markSpam(context, ada, id, {}),
        () => unmarkSpam(context, ada, id),
        () => splitConversation(context, ada, id, { seqs: [2], clientSplitId: randomUUID() }),
        () =>
          mergeTalks(
            context,
            { visitorId: other.visitor.visitorId, conversationId: other.id },
            { visitorId: talk.visitor.visitorId, conversationId: id },
          ),
        () => recordReplyRun(context.db, id, Math.round(chance() * 1_000) / 1_000_000),
      ];
      const step = steps[Math.floor(chance() * steps.length)];
      if (step) await attempt(step);
      if (chance() < 0.02) await attempt(() => deleteConversation(context.db, id));
      if (chance() < 0.3) await updateFacts(context);
    }
    await updateFacts(context);
    const live = await factRows();
    expect(live[0]).not.toHaveLength(0);
    await sql`delete from answer_facts where answered_by = ${ben.user.id}`.execute(context.db);
    await sql`update conversation_facts set customer_messages = 99`.execute(context.db);
    await rebuildFacts(context);
    expect(await factRows()).toEqual(live);
  });

  it('have figures that are made of the lists behind them, in every report and for every row', async () => {
    await updateFacts(context);
    for (const report of reportIds) {
      for (const slice of reportSlices) {
        if (slice === 'attribute') continue;
        const read = await readReport(context, ada, report, { ...ofToday(), slice });
        const metric = metricsOf(report).find(hasConversations);
        for (const { key, figures } of read.rows) {
          const figure = figures.find((each) => each.metric === metric);
          if (!figure || !metric) continue;
          const values = await allBehind(report, { ...ofToday(), metric, slice, key });
          expect(values).toHaveLength(figure.n);
        }
      }
      const read = await readReport(context, ada, report, ofToday());
      for (const figure of read.figures.filter((each) => hasConversations(each.metric))) {
        const { metric, ...made } = figure;
        const values = await allBehind(report, { ...ofToday(), metric }, 7);
        expect({ metric, ...rounded(made) }).toEqual({
          metric,
          ...rounded(madeOf(reportMetric(metric).statistic, values, made.n)),
        });
      }
    }
  });
});

describe('a report', () => {
  it('counts by the days and hours of its time zone also where the clock changes', async () => {
    // Vienna's clock goes back on 25 October 2026 and forward on 28 March 2027.
    const timeZone = 'Europe/Vienna';
    const chance = seededRandom(5);
    const { rows } = await sql<{ id: string }>`select id from conversations where not hidden order by id`.execute(
      context.db,
    );
    const opened: Date[] = [];
    for (const [index, { id }] of rows.entries()) {
      const start = Date.parse(index % 2 === 0 ? '2026-10-24T00:00:00Z' : '2027-03-27T00:00:00Z');
      const at = new Date(start + Math.floor(chance() * 72 * 60) * 60_000);
      opened.push(at);
      await sql`update conversations set created_at = ${at} where id = ${id}`.execute(context.db);
    }
    await rebuildFacts(context);
    const parts = new Intl.DateTimeFormat('en-CA', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      hourCycle: 'h23',
    });
    const localOf = (at: Date) => {
      const { year, month, day, hour } = Object.fromEntries(
        parts.formatToParts(at).map(({ type, value }) => [type, value]),
      );
      return { date: `${year}-${month}-${day}`, hour: Number(hour) };
    };
    for (const [from, to] of [
      ['2026-10-24', '2026-10-26'],
      ['2027-03-27', '2027-03-29'],
    ] as const) {
      const read = await readReport(context, ada, 'conversations', { from, to, timeZone, slice: 'hour' });
      const inRange = opened.map(localOf).filter(({ date }) => date >= from && date <= to);
      const countOf = (figures: readonly ReportFigure[]) => figures.find(({ metric }) => metric === 'opened')?.value;
      expect(countOf(read.figures)).toBe(inRange.length);
      for (const { date, figures } of read.series)
        expect(countOf(figures)).toBe(inRange.filter((each) => each.date === date).length);
      for (const { key, figures } of read.rows)
        expect(countOf(figures)).toBe(inRange.filter(({ hour }) => String(hour) === key).length);
      expect(read.heat.reduce((sum, { n }) => sum + n, 0)).toBe(inRange.length);
      for (const { date, figures } of read.series) {
        const values = await allBehind('conversations', { from, to, timeZone, metric: 'opened', date });
        expect(values).toHaveLength(countOf(figures) ?? -1);
      }
      const csv = await textOf('conversations', { from, to, timeZone });
      expect(csv.trim().split('\r\n')).toHaveLength(inRange.length + 1);
    }
  });

  it('has as many message rows as its metrics count messages', async () => {
    const range = { from: '2026-10-24', to: '2026-10-26', timeZone: 'Europe/Vienna' };
    const { figures } = await readReport(context, ada, 'conversations', range);
    const messages = figures.filter(({ metric }) => metric.endsWith('_messages'));
    const rows = JSON.parse(await textOf('messages', range, 'json')) as unknown[];
    expect(rows).toHaveLength(messages.reduce((sum, { value }) => sum + (value ?? 0), 0));
  });

  it('counts durations in the working time of the schedule where that is asked for', async () => {
    const { id } = await opens();
    await answers(id);
    const closed = Object.fromEntries(weekdays.map((day) => [day, []])) as unknown as ScheduleWeek;
    const schedule = await addSchedule(context, ada, { name: 'Never', timezone: 'UTC', week: closed });
    await sql`update websites set schedule_id = ${schedule.id}`.execute(context.db);
    await rebuildFacts(context);
    const { figures } = await readReport(context, ada, 'response', { ...ofToday(), workingTime: true });
    const { figures: byClock } = await readReport(context, ada, 'response', ofToday());
    const of = (found: ReportFigure[]) => found.find(({ metric }) => metric === 'first_person_answer');
    expect(of(figures)).toMatchObject({ value: 0, p90: 0, mean: 0, n: of(byClock)?.n });
    expect(of(byClock)?.mean).toBeGreaterThan(0);
    await sql`update websites set schedule_id = null`.execute(context.db);
    await rebuildFacts(context);
  });

  it('guards names that a spreadsheet would take for formulas', async () => {
    const { id } = await opens();
    await answers(id, await createColleague(context, '=HYPERLINK("http://evil")'));
    await updateFacts(context);
    expect(await textOf('conversations', ofToday())).toContain(`"'=HYPERLINK(""http://evil"")"`);
  });

  it('divides by at most 200 values, puts all others into one row, and lists what is in it', async () => {
    const ids = Array.from({ length: 205 }, (_, index) => `00000000-0000-7000-8000-${String(index).padStart(12, '0')}`);
    const { id } = await opens();
    await updateFacts(context);
    await sql`update conversation_facts set tag_ids = ${ids}::uuid[] where conversation_id = ${id}`.execute(context.db);
    const read = await readReport(context, ada, 'topics', { ...ofToday(), slice: 'tag' });
    expect(read.rows).toHaveLength(201);
    const others = read.rows.at(-1);
    expect(others?.key).toBe('others');
    const values = await allBehind('topics', { ...ofToday(), metric: 'opened', slice: 'tag', key: 'others' });
    expect(values).toHaveLength(others?.figures.find(({ metric }) => metric === 'opened')?.n ?? -1);
  });

  it('refuses a range of 20 years, a reversed one, and what is no zone, filter, metric or cursor', async () => {
    const refused = (request: Partial<Parameters<typeof listReported>[3]>) =>
      expect(
        listReported(context, ada, 'people', { ...ofToday(), metric: 'person_answer', limit: 1, ...request }),
      ).rejects.toMatchObject({ code: 'invalid' });
    await refused({ from: '2006-01-01' });
    await refused({ from: '2026-11-02', to: '2026-11-01' });
    await refused({ timeZone: 'Mars/Base' });
    await refused({ timeZone: "UTC'; drop table users; --" });
    await refused({ filter: '{"field":"secret","op":"is","value":1}' });
    await refused({ metric: 'opened' });
    await refused({ cursor: 'bm9uZQ' });
    await refused({ key: 'none' });
    await refused({ date: '2020-01-01' });
    await refused({ slice: 'attribute' });
  });

  it('has only what is in the scope of its reader, and without the permission only their own work', async () => {
    const { id } = await opens();
    await answers(id, ben);
    await updateFacts(context);
    const reader = (permissions: Permission[], scope: 'everything' | 'mine'): StaffCaller => ({
      ...ben,
      rights: {
        roleId: randomUUID(),
        builtIn: null,
        roleName: 'Reader',
        permissions,
        scope,
        teamIds: [],
        websiteIds: [],
        teammateIds: [],
      },
    });
    const all = await figureOf('people', 'person_answers', reader(['reports.read'], 'everything'));
    const mine = await figureOf('people', 'person_answers', reader(['reports.read'], 'mine'));
    expect(mine?.n).toBeLessThan(all?.n ?? 0);
    const withoutRight = reader(['conversations.read'], 'everything');
    const own = await readReport(context, withoutRight, 'people', { ...ofToday(), slice: 'person' });
    expect(own.isOwn).toBe(true);
    expect(own.rows.map(({ key }) => key)).toEqual([ben.user.id]);
    await expect(readReport(context, withoutRight, 'conversations', ofToday())).rejects.toMatchObject({
      code: 'forbidden',
    });
    await expect(
      downloadReportRows(context, withoutRight, { rows: 'conversations', format: 'csv' }, ofToday()),
    ).rejects.toMatchObject({ code: 'forbidden' });
  });

  it('can be read by a role of its own from views with the same numbers, which may read nothing else', async () => {
    const role = `reports_${randomUUID().slice(0, 8)}`;
    await grantReportReader(context.db, role, 'first');
    await grantReportReader(context.db, role, 'second');
    const asReader = <Row>(query: RawBuilder<Row>) =>
      context.db.transaction().execute(async (transaction) => {
        await sql`set local role ${sql.id(role)}`.execute(transaction);
        return query.execute(transaction);
      });
    try {
      const { rows } = await asReader(sql<{ opened: number; median: number }>`
        select count(*)::int as opened, (select percentile_cont(0.5) within group (order by seconds)
          from report_answers where not by_assistant and answered_at >= date_trunc('day', now(), 'UTC')) as median
        from report_conversations where opened_at between date_trunc('day', now(), 'UTC') and now()`);
      expect(rows[0]?.opened).toBe((await figureOf('conversations', 'opened'))?.value);
      expect(rows[0]?.median).toBe((await figureOf('people', 'person_answer'))?.value);
      for (const table of ['conversations', 'messages', 'users', 'conversation_facts'])
        await expect(asReader(sql`select from ${sql.table(table)}`)).rejects.toThrow('permission denied');
      await expect(asReader(sql`create table own (id int)`)).rejects.toThrow('permission denied');
    } finally {
      await sql`drop owned by ${sql.id(role)}`.execute(context.db);
      await sql`drop role ${sql.id(role)}`.execute(context.db);
    }
  });
});

it('a rating counts on the day it was given, in the rows of everybody who answered, and those who were asked are its base', async () => {
  const [rated, silent] = [await opens(), await opens()];
  const closedAt = new Date();
  const shares = JSON.stringify([
    { userId: null, answers: 1 },
    { userId: ben.user.id, answers: 2 },
  ]);
  const asked = { closingNo: 1, closedAt, askedAt: closedAt, place: 'widget', shares } as const;
  await context.db
    .insertInto('ratings')
    .values([
      { ...asked, conversationId: rated.id, score: 5, ratedAt: closedAt, reasons: ['quick'], comment: '' },
      { ...asked, conversationId: silent.id },
    ])
    .execute();
  await updateFacts(context);
  const { figures, rows } = await readReport(context, ada, 'satisfaction', { ...ofToday(), slice: 'person' });
  const valueOf = (metric: ReportMetricId, of: readonly ReportFigure[] = figures) =>
    of.find((each) => each.metric === metric)?.value;
  expect(metricsOf('satisfaction').map((id) => valueOf(id))).toEqual([2, 0.5, 1, 5, 1]);
  expect(
    rows
      .filter(({ figures: each }) => valueOf('ratings', each) === 1)
      .map(({ key }) => key)
      .toSorted(),
  ).toEqual([assistantKey, ben.user.id].toSorted());
  expect(await allBehind('satisfaction', { ...ofToday(), metric: 'rating_average' })).toEqual([5]);
  const text = await textOf('ratings', ofToday());
  expect(text).toContain('assistant 1, Ben Cole 2');
});

it('a rating weighs in the row of a person by their share of the answers, and its list is in any order', async () => {
  const talks = [await opens(), await opens(), await opens()];
  const closedAt = new Date();
  const given = [
    { score: 5, comment: 'Quick!', assistant: 1, person: 2 },
    { score: 2, comment: '', assistant: 3, person: 1 },
    { score: 3, comment: '', assistant: 1, person: 0 },
  ] as const;
  await context.db.deleteFrom('ratings').execute();
  await context.db
    .insertInto('ratings')
    .values(
      given.map(({ score, comment, assistant, person }, index) => ({
        conversationId: talks[index]?.id ?? '',
        closingNo: 1,
        closedAt,
        askedAt: closedAt,
        ratedAt: new Date(closedAt.getTime() + index),
        place: 'widget' as const,
        score,
        comment,
        shares: JSON.stringify([
          { userId: null, answers: assistant },
          ...(person > 0 ? [{ userId: ben.user.id, answers: person }] : []),
        ]),
      })),
    )
    .execute();
  await updateFacts(context);
  const read = await readReport(context, ada, 'satisfaction', { ...ofToday(), slice: 'person' });
  expect(read.figures.find(({ metric }) => metric === 'rating_average')?.value).toBeCloseTo((5 + 2 + 3) / 3);
  const figureOfRow = (key: string, metric: ReportMetricId) =>
    read.rows.find((row) => row.key === key)?.figures.find((each) => each.metric === metric);
  const average = (parts: readonly [score: number, weight: number][]): number =>
    parts.reduce((sum, [score, weight]) => sum + score * weight, 0) /
    parts.reduce((sum, [, weight]) => sum + weight, 0);
  expect(figureOfRow(ben.user.id, 'rating_average')).toMatchObject({
    n: 2,
    value: expect.closeTo(
      average([
        [5, 2 / 3],
        [2, 1 / 4],
      ]),
    ) as number,
  });
  expect(figureOfRow(assistantKey, 'rating_average')).toMatchObject({
    n: 3,
    value: expect.closeTo(
      average([
        [5, 1 / 3],
        [2, 3 / 4],
        [3, 1],
      ]),
    ) as number,
  });
  expect(figureOfRow(ben.user.id, 'satisfied_share')?.value).toBeCloseTo(
    average([
      [1, 2 / 3],
      [0, 1 / 4],
    ]),
  );
  const ordered = async (order: 'newest' | 'oldest' | 'highest' | 'lowest') =>
    allBehind('satisfaction', { ...ofToday(), metric: 'ratings', order }, 1);
  expect(await ordered('highest')).toEqual([5, 3, 2]);
  expect(await ordered('lowest')).toEqual([2, 3, 5]);
  expect(await ordered('newest')).toEqual([3, 2, 5]);
  expect(await ordered('oldest')).toEqual([5, 2, 3]);
  const { reported } = await listReported(context, ada, 'satisfaction', { ...ofToday(), metric: 'ratings', limit: 9 });
  expect(reported.map(({ comment }) => comment)).toEqual([undefined, undefined, 'Quick!']);
});

it('docs/reports.md defines each metric, with its statistic and the instant that dates it', () => {
  const page = readFileSync(new URL('../../../docs/reports.md', import.meta.url), 'utf8');
  const rows = [...page.matchAll(/^\| `(\w+)` \| .+ \| (\w+) \| (\w+) \|$/gm)].map(([, ...cells]) => cells);
  expect(rows).toEqual(
    reportMetricIds.map((id) => {
      const { statistic, datedBy } = reportMetric(id);
      return [id, statistic, datedBy];
    }),
  );
});

it('every report has metrics', () => {
  expect(reportIds.filter((id) => metricsOf(id).length === 0)).toEqual([]);
});
