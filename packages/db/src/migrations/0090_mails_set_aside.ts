import { type Kysely, sql } from 'kysely';

/**
 * A mail is known by more than its Message-ID, a mail that was not posted is an act of its conversation, and some mails
 * get no automatic answer.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table inbound_mails rename column message_id_hash to identity_hash`.execute(db);
  await sql`
    alter table inbound_mails
      -- the representative who wants it posted although its sender is not the customer
      add column added_by uuid references users on delete set null,
      -- the client_message_id of the message it becomes, where its sender wants no automatic answer
      add column no_auto_reply_to uuid
  `.execute(db);
  await sql`
    create index inbound_mails_no_auto_reply on inbound_mails (no_auto_reply_to) where no_auto_reply_to is not null
  `.execute(db);
  // Each mail is told of once, and added once.
  await sql`
    create unique index acts_of_mails on acts (conversation_id, kind, (after -> 'mail' ->> 'mailId'))
    where kind in ('mail_received', 'mail_added')
  `.execute(db);
}
