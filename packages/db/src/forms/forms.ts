/** Forms that customers fill in. */
import type { Form, FormDraft } from '@parley/contracts/forms/forms';
import { type Selectable, sql } from 'kysely';
import { type Database, isUniqueViolation, type Transaction } from '../database.ts';
import type { FormsTable } from '../tables/forms.ts';

const columns = ['id', 'name', 'title', 'fields', 'createdAt', 'updatedAt'] as const;

const toForm = ({ createdAt, updatedAt, ...row }: Pick<Selectable<FormsTable>, (typeof columns)[number]>): Form => ({
  ...row,
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
});

export async function listForms(db: Database): Promise<Form[]> {
  const rows = await db.selectFrom('forms').select(columns).orderBy(sql`lower(name)`).execute();
  return rows.map(toForm);
}

export async function findForm(db: Database, id: string): Promise<Form | undefined> {
  const row = await db.selectFrom('forms').select(columns).where('id', '=', id).executeTakeFirst();
  return row && toForm(row);
}

/** Locks the table against other additions until the transaction ends. */
export async function holdForms(transaction: Transaction): Promise<void> {
  await sql`lock table forms in share row exclusive mode`.execute(transaction);
}

const stored = ({ name, title, fields }: FormDraft) => ({
  name,
  title: JSON.stringify(title),
  fields: JSON.stringify(fields),
});

export async function insertForm(db: Database, draft: FormDraft): Promise<Form | 'taken'> {
  const row = await db
    .insertInto('forms')
    .values(stored(draft))
    .returning(columns)
    .executeTakeFirstOrThrow()
    .catch(orTaken);
  return row === 'taken' ? row : toForm(row);
}

/** Undefined when unknown. */
export async function updateForm(db: Database, id: string, draft: FormDraft): Promise<Form | 'taken' | undefined> {
  const row = await db
    .updateTable('forms')
    .set({ ...stored(draft), updatedAt: sql<Date>`greatest(now(), updated_at + interval '1 millisecond')` })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirst()
    .catch(orTaken);
  return row === 'taken' || !row ? row : toForm(row);
}

/** Websites stop asking for it. False when unknown. */
export async function deleteForm(db: Database, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('forms').where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0n;
}

function orTaken(error: unknown): 'taken' {
  if (isUniqueViolation(error, 'forms_name')) return 'taken';
  throw error;
}
