/** Leases of mailboxes: one worker reads a mailbox at a time, and another takes over soon after it was killed. */
import { sql } from 'kysely';
import type { Database } from '../database.ts';

export interface ReadMailbox {
  /** The mailbox's id, or `environment`. */
  source: string;
  mailboxId: string | null;
}

export interface Claim {
  holder: string;
  /** Maximum number of mailboxes that the holder reads. */
  most: number;
  seconds: number;
}

/**
 * Renews the leases of a holder and gives it free ones, up to `most` in all; releases what is above. Returns the sources
 * that it holds.
 */
export async function claimMailboxes(
  db: Database,
  mailboxes: readonly ReadMailbox[],
  { holder, most, seconds }: Claim,
): Promise<string[]> {
  if (mailboxes.length === 0) return [];
  const wanted = JSON.stringify(mailboxes);
  const { rows } = await sql<{ source: string }>`
    with wanted as (
      select source, "mailboxId" as mailbox_id
      from jsonb_to_recordset(${wanted}::jsonb) as each (source text, "mailboxId" uuid)
    ), candidates as (
      -- own ones first, so that a connection stays where it is
      select wanted.source, wanted.mailbox_id
      from wanted left join mailbox_readers reader using (source)
      where reader.holder is null or reader.holder = ${holder} or reader.held_until < now()
      order by reader.holder is not distinct from ${holder} desc, reader.held_until nulls first, wanted.source
      limit ${most}
    )
    insert into mailbox_readers as reader (source, mailbox_id, holder, held_until)
    select source, mailbox_id, ${holder}, now() + ${seconds} * interval '1 second' from candidates order by source
    on conflict (source) do update set holder = excluded.holder, held_until = excluded.held_until
    -- another worker may have been faster
    where reader.holder = excluded.holder or reader.held_until < now()
    returning reader.source
  `.execute(db);
  const held = rows.map(({ source }) => source);
  await db
    .deleteFrom('mailboxReaders')
    .where('holder', '=', holder)
    .$if(held.length > 0, (query) => query.where('source', 'not in', held))
    .execute();
  return held;
}

/** Releases what a holder reads, so that another worker takes over at once. */
export async function releaseMailboxes(db: Database, holder: string): Promise<void> {
  await db.deleteFrom('mailboxReaders').where('holder', '=', holder).execute();
}
