/** The database role that reads the views for other programs. */
import { sql } from 'kysely';
import type { Database } from '../database.ts';

export const reportViews = ['report_conversations', 'report_answers', 'report_closings'] as const;

/**
 * Creates the role with this password, or gives it the password if it exists. It may read the views and nothing else, in
 * short transactions that change nothing.
 */
export async function grantReportReader(db: Database, role: string, password: string): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const run = (text: ReturnType<typeof sql>) => text.execute(transaction);
    const { rows } = await sql`select from pg_roles where rolname = ${role}`.execute(transaction);
    const name = sql.id(role);
    const verb = rows.length === 0 ? sql`create` : sql`alter`;
    await run(sql`${verb} role ${name} login nosuperuser nocreatedb nocreaterole noreplication
      connection limit 10 password ${sql.lit(password)}`);
    await run(sql`alter role ${name} set default_transaction_read_only = on`);
    await run(sql`alter role ${name} set statement_timeout = '60s'`);
    await run(sql`grant usage on schema public to ${name}`);
    await run(sql`grant select on ${sql.join(reportViews.map((view) => sql.table(view)))} to ${name}`);
  });
}
