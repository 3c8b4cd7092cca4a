/** Reads the current names of the subjects of audit entries. */
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../database.ts';
import { isUuid } from '../uuid.ts';

/** By the kind of subject, its rows as `id` and `name`. */
const named: Readonly<Record<string, RawBuilder<unknown>>> = {
  api_key: sql`select id, name from api_keys`,
  article: sql`select id, title as name from articles`,
  attribute: sql`select id, name from attributes`,
  canned_reply: sql`select id, name from canned_replies`,
  company: sql`select id, name from companies`,
  contact: sql`select identities.contact_id as id, max(coalesce(visitors.name, visitors.email)) as name
    from identities join visitors on visitors.id = identities.visitor_id group by identities.contact_id`,
  conversation: sql`select id, coalesce(customer_name, customer_email) as name from conversations`,
  identity_provider: sql`select id, name from identity_providers`,
  knowledge_source: sql`select id, name from knowledge_sources`,
  mailbox: sql`select id, name from mailboxes`,
  role: sql`select id, name from roles where built_in is null`,
  rule: sql`select id, name from rules`,
  scim_token: sql`select id, name from scim_tokens`,
  tag: sql`select id, name from tags`,
  team: sql`select id, name from teams`,
  tool: sql`select id, name from tools`,
  tool_server: sql`select id, name from tool_servers`,
  user: sql`select id, name from users`,
  view: sql`select id, name from views`,
  website: sql`select id, domain as name from websites`,
};

/** Kinds of subjects that are named after customers. */
export const customerSubjects: ReadonlySet<string> = new Set(['contact', 'conversation']);

/** Returns the names by kind and id, as in `website 0199…`. */
export async function subjectNames(db: Database, subjects: readonly string[]): Promise<Map<string, string>> {
  const ids = Map.groupBy(
    subjects.map((subject) => subject.split(' ')),
    ([kind = '']) => kind,
  );
  const found = await Promise.all(
    [...ids].flatMap(([kind, of]) => {
      const rows = named[kind];
      const wanted = new Set(of.map(([, id = '']) => id).filter(isUuid));
      return rows && wanted.size > 0 ? [namesOf(db, kind, rows, [...wanted])] : [];
    }),
  );
  return new Map(found.flat());
}

async function namesOf(
  db: Database,
  kind: string,
  rows: RawBuilder<unknown>,
  ids: readonly string[],
): Promise<[string, string][]> {
  const result = await sql<{ id: string; name: string | null }>`
    select id::text as id, name from (${rows}) as named where id = any(${ids}::uuid[])
  `.execute(db);
  return result.rows.flatMap(({ id, name }): [string, string][] => (name === null ? [] : [[`${kind} ${id}`, name]]));
}
