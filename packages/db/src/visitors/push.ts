/** Browsers of visitors that receive push messages, and what is due to them. */
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Database } from '../database.ts';
import type { VisitorPushDevicesTable } from '../tables/users.ts';

export type VisitorDevice = Selectable<VisitorPushDevicesTable>;
export type NewVisitorDevice = Omit<Insertable<VisitorPushDevicesTable>, 'id' | 'createdAt'>;

/**
 * Adds a browser, or updates the one with its endpoint, which may have been another visitor's. Keeps the newest `max` of
 * the visitor. Returns false for an endpoint that belongs to a browser with other keys.
 */
export async function saveVisitorDevice(db: Database, device: NewVisitorDevice, max: number): Promise<boolean> {
  const saved = await db
    .insertInto('visitorPushDevices')
    .values(device)
    .onConflict((conflict) =>
      conflict
        .column('endpoint')
        .doUpdateSet(device)
        .where('visitorPushDevices.p256dh', '=', device.p256dh)
        .where('visitorPushDevices.auth', '=', device.auth),
    )
    .returning('id')
    .executeTakeFirst();
  if (!saved) return false;
  await sql`
    delete from visitor_push_devices where id in (
      select id from visitor_push_devices where visitor_id = ${device.visitorId} order by created_at desc, id desc
      offset ${max})
  `.execute(db);
  return true;
}

/** Deletes a visitor's browsers: the one with an endpoint, those of a session, or all. */
export async function deleteVisitorDevices(
  db: Database,
  visitorId: string,
  { endpoint, session }: { endpoint?: string; session?: string } = {},
): Promise<void> {
  await db
    .deleteFrom('visitorPushDevices')
    .where('visitorId', '=', visitorId)
    .$if(endpoint !== undefined, (all) => all.where('endpoint', '=', endpoint ?? ''))
    .$if(session !== undefined, (all) => all.where('session', '=', session ?? ''))
    .execute();
}

export async function deleteVisitorDevice(db: Database, id: string): Promise<void> {
  await db.deleteFrom('visitorPushDevices').where('id', '=', id).execute();
}

export async function listVisitorDevices(db: Database, visitorId: string): Promise<VisitorDevice[]> {
  return db.selectFrom('visitorPushDevices').selectAll().where('visitorId', '=', visitorId).execute();
}

export interface DueVisitorPush {
  conversationId: string;
  visitorId: string;
  /** Last message of the team, which is shown. */
  seq: number;
  content: string;
  senderType: 'representative' | 'ai';
  senderName: string | null;
  website: string;
  domain: string;
  /** Address of the page that the visitor was on last. */
  pageUrl: string | null;
}

/**
 * Returns messages of the team that visitors with a device haven't read for `afterSeconds`, and that weren't pushed: the
 * last of each conversation. Those older than a day are no news.
 */
export async function dueVisitorPushes(
  db: Database,
  { afterSeconds, limit }: { afterSeconds: number; limit: number },
): Promise<DueVisitorPush[]> {
  const { rows } = await sql<DueVisitorPush>`
    select conversations.id as conversation_id, conversations.visitor_id, newest.seq, newest.content,
      newest.sender_type, newest.sender_name, websites.name as website, websites.domain, visitors.page_url
    from conversations
    join visitors on visitors.id = conversations.visitor_id
    join websites on websites.id = conversations.website_id and websites.push_worker is not null and websites.is_active
    left join visitor_pushes on visitor_pushes.conversation_id = conversations.id
    cross join lateral (
      select seq, content, sender_type, sender_name, created_at from messages
      where messages.conversation_id = conversations.id and messages.sender_type <> 'customer'
        and messages.seq > greatest(conversations.customer_read_seq, coalesce(visitor_pushes.until_seq, 0))
        and messages.copied_seq is null and messages.removed_at is null
      order by seq desc limit 1
    ) newest
    where exists (select from visitor_push_devices where visitor_push_devices.visitor_id = conversations.visitor_id)
      and not conversations.hidden
      and conversations.last_seq > greatest(conversations.customer_read_seq, coalesce(visitor_pushes.until_seq, 0))
      and newest.created_at between now() - interval '1 day' and now() - make_interval(secs => ${afterSeconds})
    order by conversations.id limit ${limit}
  `.execute(db);
  return rows;
}

/** Claims a conversation's messages up to `seq` for one push. Returns false if another process has claimed them. */
export async function claimVisitorPush(
  db: Database,
  { conversationId, seq }: Pick<DueVisitorPush, 'conversationId' | 'seq'>,
): Promise<boolean> {
  const { rows } = await sql`
    insert into visitor_pushes (conversation_id, until_seq) values (${conversationId}, ${seq})
    on conflict (conversation_id) do update set until_seq = excluded.until_seq
      where visitor_pushes.until_seq < excluded.until_seq
    returning until_seq
  `.execute(db);
  return rows.length > 0;
}
