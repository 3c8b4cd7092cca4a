/** Saved reports, and the mails of them. */
import type { MailProblem, ReportAudience, ReportSelection, SavedReport } from '@parley/contracts/reports/saved';
import type { ReportId } from '@parley/contracts/reports/reports';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Database, Transaction } from '../database.ts';
import type { ReportMailsTable, SavedReportsTable, StoredSchedule } from '../tables/reports.ts';

interface Row extends Selectable<SavedReportsTable> {
  recipients: { userId: string; problem: MailProblem | null }[];
}

const toSavedReport = ({ recipients, schedule, nextAt, createdAt, updatedAt, ...row }: Row): SavedReport => ({
  ...row,
  // Recipients end with their accounts.
  schedule:
    schedule && recipients.length > 0 ? { ...schedule, recipients: recipients.map(({ userId }) => userId) } : null,
  nextAt: nextAt?.toISOString() ?? null,
  problems: recipients.flatMap(({ userId, problem }) => (problem ? [{ userId, problem }] : [])),
  createdAt: createdAt.toISOString(),
  updatedAt: updatedAt.toISOString(),
});

const read = (where: RawBuilder<boolean>, order: RawBuilder<unknown> = sql``) => sql<Row>`
  select saved_reports.*, coalesce((
    select jsonb_agg(jsonb_build_object('userId', user_id, 'problem', problem) order by users.name, user_id)
    from saved_report_recipients join users on users.id = user_id where saved_report_id = saved_reports.id
  ), '[]') as recipients
  from saved_reports where ${where} ${order}`;

/** Returns the saved reports of a user and those shared with all, by name. */
export async function listSavedReports(db: Database, userId: string): Promise<SavedReport[]> {
  const seen = sql<boolean>`owner_id = ${userId}::uuid or audience = 'all'`;
  return (await read(seen, sql`order by lower(name), id`).execute(db)).rows.map(toSavedReport);
}

export async function findSavedReport(db: Database, id: string): Promise<SavedReport | undefined> {
  const [row] = (await read(sql`id = ${id}::uuid`).execute(db)).rows;
  return row && toSavedReport(row);
}

/** Returns a saved report and locks it until the transaction ends. */
export async function lockSavedReport(transaction: Transaction, id: string): Promise<SavedReport | undefined> {
  await transaction.selectFrom('savedReports').select('id').where('id', '=', id).forUpdate().execute();
  return findSavedReport(transaction, id);
}

/** Returns the number of saved reports that a user owns. */
export async function countSavedReports(db: Database, ownerId: string): Promise<number> {
  const { count } = await db
    .selectFrom('savedReports')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('ownerId', '=', ownerId)
    .executeTakeFirstOrThrow();
  return count;
}

interface Fields {
  name: string;
  selection: ReportSelection;
  audience: ReportAudience;
  schedule: StoredSchedule | null;
  nextAt: Date | null;
}

const stored = ({ selection, schedule, ...fields }: Fields) => ({
  ...fields,
  selection: JSON.stringify(selection),
  schedule: schedule && JSON.stringify(schedule),
});

/** Adds a saved report without recipients and returns its id. */
export async function insertSavedReport(
  db: Database,
  { report, ownerId, ...fields }: Fields & { report: ReportId; ownerId: string },
): Promise<string> {
  const values = { ...stored(fields), report, ownerId };
  const { id } = await db.insertInto('savedReports').values(values).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function updateSavedReport(db: Database, id: string, fields: Fields): Promise<void> {
  await db
    .updateTable('savedReports')
    .set({ ...stored(fields), updatedAt: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
}

/** Replaces the recipients. Those who stay keep that they have ended the mails; other problems are given. */
export async function storeRecipients(
  transaction: Transaction,
  savedReportId: string,
  recipients: readonly { userId: string; problem: MailProblem | null }[],
): Promise<void> {
  const given = JSON.stringify(recipients);
  await sql`
    with given as (select * from jsonb_to_recordset(${given}::jsonb) as each ("userId" uuid, problem text)),
    removed as (
      delete from saved_report_recipients where saved_report_id = ${savedReportId}::uuid
        and user_id not in (select "userId" from given)
    )
    insert into saved_report_recipients as known (saved_report_id, user_id, problem)
    select ${savedReportId}::uuid, "userId", problem from given
    on conflict (saved_report_id, user_id) do update set problem = excluded.problem
    where known.problem is distinct from 'stopped'
  `.execute(transaction);
}

export async function deleteSavedReport(db: Database, id: string): Promise<void> {
  await db.deleteFrom('savedReports').where('id', '=', id).execute();
}

/** Locks a report with due mails; undefined if there is none that nobody else has locked. */
export async function takeDueReport(transaction: Transaction): Promise<SavedReport | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from saved_reports where next_at <= now() order by next_at limit 1 for update skip locked
  `.execute(transaction);
  return rows[0] && findSavedReport(transaction, rows[0].id);
}

export async function setNextMail(db: Database, id: string, nextAt: Date | null): Promise<void> {
  await db.updateTable('savedReports').set({ nextAt }).where('id', '=', id).execute();
}

/** Adds the mails of a period to all recipients who didn't end them, and returns their ids. Repeating it adds none. */
export async function planReportMails(
  db: Database,
  { savedReportId, period, dueAt }: { savedReportId: string; period: string; dueAt: Date },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    insert into report_mails (saved_report_id, user_id, period, due_at)
    select saved_report_id, user_id, ${period}, ${dueAt}::timestamptz from saved_report_recipients
    where saved_report_id = ${savedReportId}::uuid and problem is distinct from 'stopped'
    on conflict (saved_report_id, user_id, period) do nothing returning id
  `.execute(db);
  return rows.map(({ id }) => id);
}

/** Adds a mail that a user asked for and returns its id. */
export async function addReportMail(
  db: Database,
  mail: { savedReportId: string; userId: string; period: string; dueAt: Date },
): Promise<string> {
  return (await db.insertInto('reportMails').values(mail).returning('id').executeTakeFirstOrThrow()).id;
}

/** Returns mails that still have to be sent, the oldest first. */
export async function waitingReportMails(db: Database, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('reportMails')
    .select('id')
    .where('state', '=', 'waiting')
    .orderBy('createdAt')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

export type ReportMail = Selectable<ReportMailsTable>;

export async function findReportMail(db: Database, id: string): Promise<ReportMail | undefined> {
  return db.selectFrom('reportMails').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Moves a mail to another state; false if it isn't in the expected one any more. */
export async function moveReportMail(
  db: Database,
  id: string,
  [from, to]: [ReportMail['state'], ReportMail['state']],
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('reportMails')
    .set({ state: to })
    .where('id', '=', id)
    .where('state', '=', from)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Records why a recipient gets no mails, or with null that they do. Returns the problem before; undefined for others. */
export async function noteProblem(
  db: Database,
  { savedReportId, userId }: { savedReportId: string; userId: string },
  problem: MailProblem | null,
): Promise<MailProblem | null | undefined> {
  const { rows } = await sql<{ before: MailProblem | null }>`
    update saved_report_recipients as recipient set problem = ${problem}
    from (select * from saved_report_recipients
      where saved_report_id = ${savedReportId}::uuid and user_id = ${userId}::uuid for update) as before
    where recipient.saved_report_id = before.saved_report_id and recipient.user_id = before.user_id
    returning before.problem as before
  `.execute(db);
  return rows[0]?.before;
}

/** Deletes what is known of mails that are older. Returns their number. */
export async function deleteOldReportMails(db: Database, before: Date): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('reportMails').where('createdAt', '<', before).executeTakeFirst();
  return Number(numDeletedRows);
}
