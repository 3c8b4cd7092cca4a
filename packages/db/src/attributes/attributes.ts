/** Stores attributes, and their values on conversations and contacts. */
import type {
  Attribute,
  AttributeSubject,
  AttributeType,
  RequiredToClose,
  StoredAttributes,
} from '@parley/contracts/conversations/attributes';
import { type Selectable, sql } from 'kysely';
import type { Database } from '../database.ts';
import type { AttributesTable } from '../tables/conversations.ts';

const columns = ['id', 'subject', 'key', 'name', 'type', 'choices', 'requiredToClose', 'createdAt'] as const;

const toAttribute = ({ createdAt, ...row }: Selectable<AttributesTable>): Attribute => ({
  ...row,
  createdAt: createdAt.toISOString(),
});

/** By name. */
export async function listAttributes(db: Database): Promise<Attribute[]> {
  return (await db.selectFrom('attributes').select(columns).orderBy(sql`lower(name), key`).execute()).map(toAttribute);
}

export interface NewAttribute {
  subject: AttributeSubject;
  key: string;
  name: string;
  type: AttributeType;
  choices: string[];
  requiredToClose?: RequiredToClose | null;
}

/** Returns the columns; null of SQL, not of JSON, for an attribute that isn't required. */
const asColumns = <Fields extends Partial<NewAttribute>>({ requiredToClose, ...fields }: Fields) => ({
  ...fields,
  ...(requiredToClose !== undefined && {
    requiredToClose: requiredToClose === null ? sql<string>`null` : JSON.stringify(requiredToClose),
  }),
});

/** Adds an attribute; undefined when its key is taken. */
export async function insertAttribute(db: Database, attribute: NewAttribute): Promise<Attribute | undefined> {
  const row = await db
    .insertInto('attributes')
    .values(asColumns(attribute))
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning(columns)
    .executeTakeFirst();
  return row && toAttribute(row);
}

/** Undefined when unknown. */
export async function updateAttribute(
  db: Database,
  id: string,
  change: Partial<Pick<NewAttribute, 'name' | 'choices' | 'requiredToClose'>>,
): Promise<Attribute | undefined> {
  const row = await db
    .updateTable('attributes')
    .set(asColumns(change))
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst();
  return row && toAttribute(row);
}

/** Removes an attribute with all its values, and answers it as it was; undefined when unknown. */
export async function deleteAttribute(db: Database, id: string): Promise<Attribute | undefined> {
  return db.transaction().execute(async (transaction) => {
    // The delete waits for transactions that are setting values, and blocks later ones.
    const row = await transaction.deleteFrom('attributes').where('id', '=', id).returning(columns).executeTakeFirst();
    if (!row) return undefined;
    const table = sql.table({ contact: 'contacts', company: 'companies', conversation: 'conversations' }[row.subject]);
    await sql`update ${table} set attributes = attributes - ${row.key}::text
      where attributes <> '{}' and jsonb_exists(attributes, ${row.key})`.execute(transaction);
    return toAttribute(row);
  });
}

/** Returns the attributes with these keys, locked against removal until the transaction ends. */
export async function holdAttributes(db: Database, keys: readonly string[]): Promise<Attribute[]> {
  const rows = await db
    .selectFrom('attributes')
    .select(columns)
    .where('key', '=', sql<string>`any(${keys}::text[])`)
    .orderBy('key')
    .forKeyShare()
    .execute();
  return rows.map(toAttribute);
}

export interface Described {
  conversation: StoredAttributes;
  contactId: string | null;
  contact: StoredAttributes;
}

/** Returns the attributes of a conversation and of its contact; undefined for an unknown conversation. */
export async function readAttributes(db: Database, conversationId: string): Promise<Described | undefined> {
  return db
    .selectFrom('conversations')
    .leftJoin('identities', (join) => join.onRef('identities.visitorId', '=', 'conversations.visitorId'))
    .leftJoin('contacts', 'contacts.id', 'identities.contactId')
    .select([
      'conversations.attributes as conversation',
      'contacts.id as contactId',
      sql<StoredAttributes>`coalesce(contacts.attributes, '{}')`.as('contact'),
    ])
    .where('conversations.id', '=', conversationId)
    .executeTakeFirst();
}

/** Returns a conversation's attributes and locks its row until the transaction ends; undefined if it is unknown. */
export async function holdConversationAttributes(db: Database, id: string): Promise<StoredAttributes | undefined> {
  const row = await db
    .selectFrom('conversations')
    .select('attributes')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row?.attributes;
}

/** Returns a contact's attributes and locks its row until the transaction ends; undefined if it is unknown. */
export async function holdContactAttributes(db: Database, id: string): Promise<StoredAttributes | undefined> {
  const row = await db.selectFrom('contacts').select('attributes').where('id', '=', id).forUpdate().executeTakeFirst();
  return row?.attributes;
}

/** Writes all attributes of a contact and the users who removed others. The caller must hold the row. */
export async function writeContactAttributes(
  db: Database,
  id: string,
  { before, after, userId }: { before: StoredAttributes; after: StoredAttributes; userId: string | null },
): Promise<void> {
  const removed = Object.keys(before).filter((key) => !Object.hasOwn(after, key));
  const removedBy = JSON.stringify(Object.fromEntries(removed.map((key) => [key, userId])));
  await sql`
    update contacts set attributes = ${JSON.stringify(after)}::jsonb,
      attributes_removed_by = (attributes_removed_by - ${Object.keys(after)}::text[]) || ${removedBy}::jsonb
    where id = ${id}::uuid
  `.execute(db);
}

/**
 * Returns the name of the user who last removed an attribute of a contact or conversation; undefined if no user has.
 */
export async function whoRemovedAttribute(
  db: Database,
  { key, contactId, conversationId }: { key: string; contactId?: string; conversationId?: string },
): Promise<string | undefined> {
  const remover =
    contactId === undefined
      ? sql`(select cause ->> 'userId' from activities where conversation_id = ${conversationId}::uuid
          and jsonb_exists(before -> 'attributes', ${key}) and not jsonb_exists(after -> 'attributes', ${key})
          order by activity_no desc limit 1)::uuid`
      : sql`(select attributes_removed_by ->> ${key} from contacts where id = ${contactId}::uuid)::uuid`;
  const { rows } = await sql<{ name: string }>`select name from users where id = ${remover}`.execute(db);
  return rows[0]?.name;
}
