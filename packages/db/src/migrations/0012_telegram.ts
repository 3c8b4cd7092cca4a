import { type Kysely, sql } from 'kysely';

/**
 * Telegram: its section of the settings, its deliveries, its messages. What is there keeps the wider rule already, so
 * that nothing is read through.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = `
    alter table settings add column telegram_config jsonb not null default '{}';
    alter table deliveries drop constraint deliveries_channel_check, add constraint deliveries_channel_check
      check (channel in ('email', 'slack', 'tigon', 'trello', 'telegram', 'webhook', 'ai')) not valid;
    alter table messages drop constraint messages_via_check, add constraint messages_via_check
      check (via in ('widget', 'dashboard', 'email', 'ai', 'telegram')) not valid;`;
  await sql.raw(statements).execute(db);
}
