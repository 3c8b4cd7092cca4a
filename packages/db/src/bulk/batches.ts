/** Batches of conversations changed together: which, and what became of each. */
import { type Batch, type BulkCommand, bulkLimits } from '@parley/contracts/conversations/bulk';
import type { LocalizedText } from '@parley/contracts/i18n/server-texts';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Database, Transaction } from '../database.ts';
import type { BatchesTable, BatchItemsTable } from '../tables/work.ts';

export type BatchItem = Pick<Selectable<BatchItemsTable>, 'n' | 'conversationId' | 'undoOf'>;
export type ItemOutcome = 'changed' | 'unchanged' | 'refused';

/**
 * Selects conversations: by id, limited to those `within` a condition, or all that match a condition, up to a maximum.
 */
export type BatchSelection =
  | { ids: readonly string[]; within?: RawBuilder<boolean> | undefined }
  | { where: RawBuilder<boolean>; most: number };

/** By whom, and by which API key if by one. */
export interface Asked {
  actorId: string;
  keyId: string | null;
}

/** Stores which conversations are to be changed, as selected now. Returns the batch's id and their number. */
export async function insertBatch(
  transaction: Transaction,
  { commands, ...by }: Asked & { commands: readonly BulkCommand[] },
  selection: BatchSelection,
): Promise<{ id: string; total: number }> {
  const { id } = await transaction
    .insertInto('batches')
    .values({ ...by, commands: JSON.stringify(commands) })
    .returning('id')
    .executeTakeFirstOrThrow();
  const chosen =
    'ids' in selection
      ? sql`select id from conversations where id = any(${selection.ids}::uuid[]) and not hidden
          and ${selection.within ?? sql`true`}`
      : sql`select id from conversations where not hidden and ${selection.where} limit ${selection.most + 1}`;
  const { numAffectedRows = 0n } = await sql`
    insert into batch_items (batch_id, n, conversation_id)
    select ${id}::uuid, row_number() over (order by id), id from (${chosen}) as chosen
  `.execute(transaction);
  return { id, total: await setTotal(transaction, id, Number(numAffectedRows)) };
}

/**
 * Stores the undo of a batch, for the changed conversations that match `within`, the last first. Returns the existing
 * undo if there is one.
 */
export async function insertUndo(
  transaction: Transaction,
  batch: Pick<Batch, 'id' | 'actorId' | 'commands'>,
  keyId: string | null,
  within?: RawBuilder<boolean>,
): Promise<{ id: string; isNew: boolean }> {
  const made = await transaction
    .insertInto('batches')
    .values({ actorId: batch.actorId, keyId, commands: JSON.stringify(batch.commands), undoOf: batch.id })
    .onConflict((conflict) => conflict.column('undoOf').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!made) {
    const { id } = await transaction
      .selectFrom('batches')
      .select('id')
      .where('undoOf', '=', batch.id)
      .executeTakeFirstOrThrow();
    return { id, isNew: false };
  }
  const { numAffectedRows = 0n } = await sql`
    insert into batch_items (batch_id, n, conversation_id, undo_of)
    select ${made.id}::uuid, row_number() over (order by n desc), conversation_id, activity_no
    from batch_items where batch_id = ${batch.id} and outcome = 'changed' and activity_no is not null
      ${within ? sql`and exists (select from conversations where conversations.id = batch_items.conversation_id and ${within})` : sql``}
  `.execute(transaction);
  await setTotal(transaction, made.id, Number(numAffectedRows));
  return { id: made.id, isNew: true };
}

async function setTotal(transaction: Transaction, id: string, total: number): Promise<number> {
  await transaction.updateTable('batches').set({ total }).where('id', '=', id).execute();
  return total;
}

/** Returns the last batch that repeated a batch by undoing its undo, or the batch itself. */
export async function standing(db: Database, id: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    with recursive chain as (
      select ${id}::uuid as id, 0 as length
      union all
      select again.id, length + 1 from chain
      join batches undo on undo.undo_of = chain.id join batches again on again.undo_of = undo.id
    ) select id from chain order by length desc limit 1
  `.execute(db);
  return rows[0]?.id ?? id;
}

/** Returns the API key that requested a batch; undefined if a user did so in person. */
export async function keyOfBatch(db: Database, id: string): Promise<string | undefined> {
  const row = await db.selectFrom('batches').select('keyId').where('id', '=', id).executeTakeFirst();
  return row?.keyId ?? undefined;
}

/** Undefined when unknown. */
export async function findBatch(db: Database, id: string): Promise<Batch | undefined> {
  const { rows } = await sql<Selectable<BatchesTable> & Pick<Batch, 'refusals' | 'isUndo'>>`
    select batches.*, (
      with recursive undone as (
        select batches.undo_of as id
        union all select earlier.undo_of from undone join batches earlier on earlier.id = undone.id
      ) select count(id) % 2 = 1 from undone
    ) as is_undo, (
      select coalesce(json_agg(json_build_object(
        'conversationId', conversation_id, 'reason', reason, 'localized', localized,
        'customer', (select coalesce(customer_name, customer_email) from conversations where id = conversation_id)
      ) order by n), '[]')
      from (
        select * from batch_items where batch_id = batches.id and outcome = 'refused'
        order by n limit ${bulkLimits.refusals}
      ) refused
    ) as refusals
    from batches where id = ${id}
  `.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  return { ...row, createdAt: row.createdAt.toISOString(), finishedAt: row.finishedAt?.toISOString() ?? null };
}

/** The next that nothing has become of yet. */
export async function itemsLeft(db: Database, batchId: string, limit: number): Promise<BatchItem[]> {
  return db
    .selectFrom('batchItems')
    .select(['n', 'conversationId', 'undoOf'])
    .where('batchId', '=', batchId)
    .where('outcome', 'is', null)
    .orderBy('n')
    .limit(limit)
    .execute();
}

/** Locks an item until the transaction ends; undefined if it was already processed. */
export async function lockItem(transaction: Transaction, batchId: string, n: number): Promise<BatchItem | undefined> {
  return transaction
    .selectFrom('batchItems')
    .select(['n', 'conversationId', 'undoOf'])
    .where('batchId', '=', batchId)
    .where('n', '=', n)
    .where('outcome', 'is', null)
    .forUpdate()
    .executeTakeFirst();
}

/** Returns the unfinished batches. */
export async function unfinishedBatches(db: Database): Promise<string[]> {
  const rows = await db.selectFrom('batches').select('id').where('finishedAt', 'is', null).execute();
  return rows.map(({ id }) => id);
}

/** Stores the outcome of an item; must run in the transaction that changed the conversation. */
export async function noteOutcome(
  db: Database,
  batchId: string,
  n: number,
  result: { outcome: ItemOutcome; activityNo?: number; reason?: string; localized?: LocalizedText | undefined },
): Promise<void> {
  await db
    .updateTable('batchItems')
    .set({
      outcome: result.outcome,
      activityNo: result.activityNo ?? null,
      reason: result.reason ?? null,
      localized: result.localized ? JSON.stringify(result.localized) : null,
    })
    .where('batchId', '=', batchId)
    .where('n', '=', n)
    .execute();
}

/** Marks all unprocessed items as refused. */
export async function refuseLeft(
  db: Database,
  batchId: string,
  why: { reason: string; localized?: LocalizedText | undefined },
): Promise<void> {
  await db
    .updateTable('batchItems')
    .set({ outcome: 'refused', reason: why.reason, localized: why.localized ? JSON.stringify(why.localized) : null })
    .where('batchId', '=', batchId)
    .where('outcome', 'is', null)
    .execute();
}

/** Adds up what became of a batch's conversations so far. */
export async function addUp(db: Database, id: string, status: Batch['status']): Promise<void> {
  const count = (outcome: ItemOutcome) =>
    sql<number>`(select count(*) from batch_items where batch_id = batches.id and outcome = ${outcome})`;
  await db
    .updateTable('batches')
    .set({
      status,
      changed: count('changed'),
      unchanged: count('unchanged'),
      refused: count('refused'),
      finishedAt: status === 'done' || status === 'failed' ? sql<Date>`now()` : null,
    })
    .where('id', '=', id)
    .execute();
}

/** Deletes batches created before a time, after which they can't be undone. */
export async function deleteOldBatches(db: Database, before: Date): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('batches').where('createdAt', '<', before).executeTakeFirst();
  return Number(numDeletedRows);
}
