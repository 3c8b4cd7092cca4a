/** SLA policies, in their order. */
import type { SlaPolicy, SlaPolicyDraft } from '@parley/contracts/sla/sla';
import { type Selectable, sql } from 'kysely';
import { type Database, isUniqueViolation, type Transaction } from '../database.ts';
import type { SlaPoliciesTable } from '../tables/sla.ts';

const columns = [
  'id',
  'name',
  'position',
  'filter',
  'firstResponseMinutes',
  'nextResponseMinutes',
  'resolutionMinutes',
  'schedule',
  'scheduleId',
  'pausesWhileWaiting',
  'countsAssistant',
  'updatedAt',
] as const;

/** A policy with a deleted schedule follows that of the conversation. */
const toPolicy = ({ updatedAt, ...row }: Pick<Selectable<SlaPoliciesTable>, (typeof columns)[number]>): SlaPolicy => ({
  ...row,
  schedule: row.schedule === 'schedule' && row.scheduleId === null ? 'conversation' : row.schedule,
  updatedAt: updatedAt.toISOString(),
});

export async function listSlaPolicies(db: Database): Promise<SlaPolicy[]> {
  const rows = await db.selectFrom('slaPolicies').select(columns).orderBy('position').orderBy('id').execute();
  return rows.map(toPolicy);
}

export async function findSlaPolicy(db: Database, id: string): Promise<SlaPolicy | undefined> {
  const row = await db.selectFrom('slaPolicies').select(columns).where('id', '=', id).executeTakeFirst();
  return row && toPolicy(row);
}

/** Locks the order against other changes until the transaction ends. */
export async function holdOrder(transaction: Transaction): Promise<void> {
  await sql`lock table sla_policies in share row exclusive mode`.execute(transaction);
}

/** Adds a policy as the last one. */
export async function insertSlaPolicy(db: Database, draft: SlaPolicyDraft): Promise<SlaPolicy | 'taken'> {
  const row = await db
    .insertInto('slaPolicies')
    .values({
      ...draft,
      filter: JSON.stringify(draft.filter),
      position: sql<number>`(select coalesce(max(position) + 1, 0) from sla_policies)`,
    })
    .returning(columns)
    .executeTakeFirstOrThrow()
    .catch(orTaken);
  return row === 'taken' ? row : toPolicy(row);
}

export type SlaPolicyChange = { [Field in keyof SlaPolicyDraft]?: SlaPolicyDraft[Field] | undefined };

/** Undefined when unknown. */
export async function updateSlaPolicy(
  db: Database,
  id: string,
  { filter, ...change }: SlaPolicyChange,
): Promise<SlaPolicy | 'taken' | undefined> {
  const row = await db
    .updateTable('slaPolicies')
    .set({ ...change, ...(filter && { filter: JSON.stringify(filter) }), updatedAt: sql<Date>`now()` })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst()
    .catch(orTaken);
  return row === 'taken' || !row ? row : toPolicy(row);
}

/** Numbers the policies in this order. */
export async function orderSlaPolicies(db: Database, ids: readonly string[]): Promise<void> {
  await sql`
    update sla_policies set position = given.position - 1
    from unnest(${ids}::uuid[]) with ordinality as given (id, position) where sla_policies.id = given.id
  `.execute(db);
}

export async function deleteSlaPolicy(db: Database, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('slaPolicies').where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0n;
}

function orTaken(error: unknown): 'taken' {
  if (isUniqueViolation(error, 'sla_policies_name')) return 'taken';
  throw error;
}
