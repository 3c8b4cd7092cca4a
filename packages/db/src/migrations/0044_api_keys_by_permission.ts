import { type Kysely, sql } from 'kysely';

/**
 * API keys get the permissions that people have, and can be kept to websites. `permissions` stays what the release before
 * goes by: keys of this one have none there, so that it refuses them, and those that it makes get their `grants` as the
 * keys from before do, with what they could.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

/** By what a key had beside `read` and `write`. */
const granted = {
  retention: ['settings.retention'],
  websites: ['websites.manage'],
  export: ['conversations.export'],
  sharedReplies: ['replies.share'],
  admin: [
    'conversations.delete_all',
    'messages.revise_any',
    'messages.read_history',
    'privacy.manage',
    'views.manage',
    'tags.manage',
    'attributes.manage',
    'articles.manage',
    'websites.secrets',
    'webhooks.manage',
    'mail.manage',
    'people.status',
    'people.update',
    'teams.manage',
    'access.manage',
    'security.manage',
    'keys.manage',
    'audit.read',
  ],
};

/** What every key could, to read or to write, as far as its owner may. */
const always = [
  'conversations.read',
  'conversations.reply',
  'conversations.assign',
  'conversations.update',
  'conversations.note',
  'conversations.merge',
  'conversations.delete',
  'contacts.read',
  'contacts.update',
  'contacts.merge',
  'contacts.block',
  'replies.write',
  'views.share',
  'tags.add',
  'reports.read',
  'settings.read',
  'settings.change',
  'integrations.test',
  'deliveries.manage',
  'data.copy',
];

const list = (words: readonly string[]): string => `array[${words.map((word) => `'${word}'`).join(', ')}]`;
const cases = Object.entries(granted)
  .map(([word, permissions]) => `when '${word}' then ${list(permissions)}`)
  .join('\n      ');

const statements = `
create function api_key_grants(given text[]) returns text[] language sql immutable as $$
  select coalesce(array_agg(permission order by place, permission), '{}') || ${list(always)}
  from unnest(given) with ordinality as each (word, place) cross join lateral unnest(
    case word
      ${cases}
      else array[word] end
  ) as permission
$$;
alter table api_keys add column grants text[], add column website_ids uuid[];
update api_keys set grants = api_key_grants(permissions);
alter table api_keys alter column grants set not null;

create function grant_api_key() returns trigger language plpgsql as $$
begin
  new.grants := public.api_key_grants(new.permissions);
  return new;
end $$;
create trigger api_keys_of_before before insert on api_keys
  for each row when (new.grants is null) execute function grant_api_key();
`;
