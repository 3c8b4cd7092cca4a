/** Stores mailboxes, with their secrets as the caller encrypted them. */
import type { MailboxName } from '@parley/contracts/channels/mailbox-name';
import type { Mailbox, MailboxFields } from '@parley/contracts/channels/mailboxes';
import { type RawBuilder, sql } from 'kysely';
import type { Database, Transaction } from '../database.ts';

const aliases: RawBuilder<string[]> = sql`array(select mailbox_addresses.address from mailbox_addresses
  where mailbox_id = mailboxes.id and mailbox_addresses.address <> mailboxes.address order by 1)`;
const conversationCount: RawBuilder<number> = sql`(select count(*)::int from conversations where mailbox_id = mailboxes.id)`;

const stored = (db: Database) =>
  db
    .selectFrom('mailboxes')
    .selectAll()
    .select([aliases.as('aliases'), conversationCount.as('conversationCount')])
    .orderBy('createdAt')
    .orderBy('id');

type StoredRow = Awaited<ReturnType<ReturnType<typeof stored>['execute']>>[number];

const toMailbox = ({ receivedAt, checkedAt, createdAt, ...row }: StoredRow): Mailbox => ({
  ...row,
  receivedAt: receivedAt?.toISOString() ?? null,
  checkedAt: checkedAt?.toISOString() ?? null,
  createdAt: createdAt.toISOString(),
});

/** Oldest first. */
export async function listMailboxes(db: Database): Promise<Mailbox[]> {
  return (await stored(db).execute()).map(toMailbox);
}

export async function findMailbox(db: Database, id: string): Promise<Mailbox | undefined> {
  const row = await stored(db).where('id', '=', id).executeTakeFirst();
  return row && toMailbox(row);
}

/** Oldest first. */
export async function listMailboxNames(db: Database): Promise<MailboxName[]> {
  return db.selectFrom('mailboxes').select(['id', 'name', 'address']).orderBy('createdAt').orderBy('id').execute();
}

/** Returns the mailbox that one of the addresses leads to: that of the first address that leads to any. */
export async function findMailboxByAddress(db: Database, addresses: readonly string[]): Promise<string | undefined> {
  if (addresses.length === 0) return undefined;
  const row = await db
    .selectFrom('mailboxAddresses')
    .select('mailboxId')
    .where('address', 'in', addresses)
    .orderBy(sql`array_position(${addresses}::text[], address)`)
    .limit(1)
    .executeTakeFirst();
  return row?.mailboxId;
}

type Columns = Partial<Omit<MailboxFields, 'aliases'>>;

const asRow = ({ receiving, sending, ...columns }: Columns) => ({
  ...columns,
  ...(receiving && { receiving: JSON.stringify(receiving) }),
  ...(sending && { sending: JSON.stringify(sending) }),
});

/** @throws a unique violation when an address leads to another mailbox */
export async function insertMailbox(
  transaction: Transaction,
  { aliases: further, receiving, sending, ...columns }: MailboxFields,
): Promise<string> {
  const { id } = await transaction
    .insertInto('mailboxes')
    .values({ ...columns, receiving: JSON.stringify(receiving), sending: JSON.stringify(sending) })
    .returning('id')
    .executeTakeFirstOrThrow();
  await setAddresses(transaction, id, [columns.address, ...further]);
  return id;
}

/** @throws a unique violation when an address leads to another mailbox */
export async function updateMailbox(
  transaction: Transaction,
  id: string,
  { aliases: further, ...change }: Partial<MailboxFields>,
): Promise<void> {
  const before = await findMailbox(transaction, id);
  if (!before) return;
  const columns = asRow(change);
  if (Object.keys(columns).length > 0)
    await transaction.updateTable('mailboxes').set(columns).where('id', '=', id).execute();
  if (further === undefined && change.address === undefined) return;
  await transaction.deleteFrom('mailboxAddresses').where('mailboxId', '=', id).execute();
  await setAddresses(transaction, id, [change.address ?? before.address, ...(further ?? before.aliases)]);
}

async function setAddresses(transaction: Transaction, mailboxId: string, addresses: readonly string[]): Promise<void> {
  await transaction
    .insertInto('mailboxAddresses')
    .values([...new Set(addresses)].map((address) => ({ address, mailboxId })))
    .execute();
}

/** Removes a mailbox; its conversations go on by the first one. False when unknown. */
export async function deleteMailbox(db: Database, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('mailboxes').where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Notes a look into a mailbox: when it was, and why it failed, or null. */
export async function noteMailboxCheck(db: Database, id: string, failure: Mailbox['failure']): Promise<void> {
  await db
    .updateTable('mailboxes')
    .set({ checkedAt: sql<Date>`now()`, failure: failure && JSON.stringify(failure) })
    .where('id', '=', id)
    .execute();
}

/** Notes that a mail has come in. */
export async function noteMailReceived(db: Database, id: string): Promise<void> {
  await db.updateTable('mailboxes').set({ receivedAt: sql<Date>`now()` }).where('id', '=', id).execute();
}

type Connections = Pick<Mailbox, 'receiving' | 'sending'>;

/** Replaces the connections of a mailbox unless they have changed. Returns whether it did. */
export async function replaceConnections(
  db: Database,
  { id, receiving, sending }: Connections & Pick<Mailbox, 'id'>,
  replacement: Connections,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('mailboxes')
    .set(asRow(replacement))
    .where('id', '=', id)
    .where(
      sql<boolean>`receiving = ${JSON.stringify(receiving)}::jsonb and sending = ${JSON.stringify(sending)}::jsonb`,
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Returns every address that leads to a mailbox. */
export async function listMailboxAddresses(db: Database): Promise<string[]> {
  return (await db.selectFrom('mailboxAddresses').select('address').execute()).map(({ address }) => address);
}
