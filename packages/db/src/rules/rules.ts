/** Rules as they are stored. */
import type { Rule, RuleContent, RuleReason } from '@parley/contracts/rules/rules';
import { type Selectable, sql } from 'kysely';
import { type Database, isUniqueViolation } from '../database.ts';
import type { RulesTable } from '../tables/rules.ts';

/** A rule as the worker runs it. */
export interface StoredRule extends RuleContent {
  id: string;
  /** Null if the user was deleted. */
  authorId: string | null;
  problem: RuleReason | null;
  onSince: Date | null;
  /** Until when what was due by time was run. */
  sweptAt: Date | null;
  /** Place in the order in which the rules run. */
  place: number;
}

const contentColumns = [
  'name',
  'isOn',
  'stops',
  'triggers',
  'time',
  'filter',
  'hours',
  'words',
  'languages',
  'actions',
] as const;
const storedColumns = ['id', ...contentColumns, 'authorId', 'problem', 'onSince', 'sweptAt', 'place'] as const;

/** Returns the rules that are on and have no problem, in the order in which they run. */
export async function listRunningRules(db: Database): Promise<StoredRule[]> {
  return db
    .selectFrom('rules')
    .select(storedColumns)
    .where('isOn', '=', true)
    .where('problem', 'is', null)
    .orderBy('place')
    .orderBy('id')
    .execute();
}

export async function findStoredRule(db: Database, id: string): Promise<StoredRule | undefined> {
  return db.selectFrom('rules').select(storedColumns).where('id', '=', id).executeTakeFirst();
}

/** Returns the running rule with a key in its address. */
export async function findRuleByKey(db: Database, keyHash: string): Promise<StoredRule | undefined> {
  return db.selectFrom('rules').select(storedColumns).where('keyHash', '=', keyHash).executeTakeFirst();
}

type RuleRow = Pick<
  Selectable<RulesTable>,
  'id' | (typeof contentColumns)[number] | 'problem' | 'authorId' | 'createdAt' | 'updatedAt'
> & { hasAddress: boolean; authorName: string | null; creatorName: string | null; done: number; failed: number };

const toRule = ({ authorId, authorName, creatorName, done, failed, createdAt, updatedAt, ...rule }: RuleRow): Rule => ({
  ...rule,
  author: authorId === null || authorName === null ? null : { id: authorId, name: authorName },
  createdBy: creatorName,
  runs: { done, failed },
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
});

const rulesAsListed = (db: Database, onlyId?: string) =>
  sql<RuleRow>`
    select rules.id, rules.name, rules.is_on, rules.stops, rules.triggers, rules.time, rules.filter, rules.hours,
      rules.words, rules.languages, rules.actions, rules.problem, rules.author_id, rules.created_at, rules.updated_at,
      rules.key_hash is not null as has_address, author.name as author_name, creator.name as creator_name,
      coalesce(runs.done, 0)::int as done, coalesce(runs.failed, 0)::int as failed
    from rules
      left join users author on author.id = rules.author_id
      left join users creator on creator.id = rules.created_by
      left join (
        select rule_id, count(*) filter (where outcome = 'done') as done,
          count(*) filter (where outcome in ('failed', 'refused')) as failed
        from rule_runs where created_at > now() - interval '7 days' group by rule_id
      ) runs on runs.rule_id = rules.id
    ${onlyId === undefined ? sql`` : sql`where rules.id = ${onlyId}::uuid`}
    order by rules.place, rules.id
  `.execute(db);

/** Returns all rules in the order in which they run. */
export async function listRules(db: Database): Promise<Rule[]> {
  return (await rulesAsListed(db)).rows.map(toRule);
}

export async function findRule(db: Database, id: string): Promise<Rule | undefined> {
  const [row] = (await rulesAsListed(db, id)).rows;
  return row && toRule(row);
}

const asColumns = ({ time, filter, actions, ...rule }: RuleContent) => ({
  ...rule,
  time: JSON.stringify(time),
  filter: JSON.stringify(filter),
  actions: JSON.stringify(actions),
});

/** Adds a rule behind the others while there are fewer than `max`. */
export async function insertRule(
  db: Database,
  rule: RuleContent,
  { authorId, max }: { authorId: string; max: number },
): Promise<{ id: string } | 'taken' | 'full'> {
  const { count, last } = await db
    .selectFrom('rules')
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.max('place').as('last')])
    .executeTakeFirstOrThrow();
  if (count >= max) return 'full';
  try {
    return await db
      .insertInto('rules')
      .values({
        ...asColumns(rule),
        place: (last ?? 0) + 1,
        onSince: rule.isOn ? sql<Date>`now()` : null,
        authorId,
        createdBy: authorId,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
  } catch (error) {
    if (isUniqueViolation(error, 'rules_name')) return 'taken';
    throw error;
  }
}

/** Replaces the content of a rule, and its author; a problem is solved with that. */
export async function updateRule(
  db: Database,
  id: string,
  rule: RuleContent,
  authorId: string,
): Promise<'done' | 'taken'> {
  try {
    await db
      .updateTable('rules')
      .set({
        ...asColumns(rule),
        onSince: rule.isOn ? sql<Date>`case when is_on and problem is null then on_since else now() end` : null,
        problem: sql`null`,
        authorId,
        updatedAt: sql<Date>`now()`,
      })
      .where('id', '=', id)
      .execute();
    return 'done';
  } catch (error) {
    if (isUniqueViolation(error, 'rules_name')) return 'taken';
    throw error;
  }
}

/** Notes why a rule isn't run. Returns false if that is noted already. */
export async function noteRuleProblem(db: Database, id: string, problem: RuleReason): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('rules')
    .set({ problem: JSON.stringify(problem) })
    .where('id', '=', id)
    .where('problem', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Orders the rules; those that aren't named follow in their order. */
export async function orderRules(db: Database, ids: readonly string[]): Promise<void> {
  await sql`
    update rules set place = ordered.place
    from (select id, row_number() over (
      order by coalesce(array_position(${ids}::uuid[], id), 2147483647), place, id) as place from rules) ordered
    where ordered.id = rules.id and rules.place <> ordered.place
  `.execute(db);
}

/** Returns the name of the deleted rule; undefined when unknown. */
export async function deleteRule(db: Database, id: string): Promise<string | undefined> {
  const row = await db.deleteFrom('rules').where('id', '=', id).returning('name').executeTakeFirst();
  return row?.name;
}

export async function storeRuleKey(db: Database, id: string, keyHash: string): Promise<void> {
  await db.updateTable('rules').set({ keyHash }).where('id', '=', id).execute();
}

/** Returns those of the ids that nothing that rules name has any more. */
export async function unknownIds(db: Database, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: string }>`
    select id::text from unnest(${ids}::uuid[]) as given (id)
    where not exists (select from users where users.id = given.id and users.is_active)
      and not exists (select from teams where teams.id = given.id)
      and not exists (select from tags where tags.id = given.id)
      and not exists (select from websites where websites.id = given.id)
      and not exists (select from mailboxes where mailboxes.id = given.id)
      and not exists (select from companies where companies.id = given.id)
      and not exists (select from webhooks where webhooks.id = given.id)
  `.execute(db);
  return rows.map(({ id }) => id);
}

/** Notes that what was due by time until then was run. */
export async function noteSweep(db: Database, id: string, sweptAt: Date): Promise<void> {
  await db.updateTable('rules').set({ sweptAt }).where('id', '=', id).execute();
}
