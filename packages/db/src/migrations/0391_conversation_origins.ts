import { type Kysely, sql } from 'kysely';

const batch = 2_000;

/** Origins on the rows of conversations, where lists and filters read them. */
export const inBatches = true;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(columns).execute(db);
  for (let after: string | null = '00000000-0000-0000-0000-000000000000'; after !== null; ) {
    const { rows } = await sql<{ last: string | null }>`
      with part as (
        select id, visitor_id from conversations where id > ${after} order by id limit ${batch}
      ), filled as (
        update conversations set came_from = origin_of(visitors)
        from part join visitors on visitors.id = part.visitor_id
        where conversations.id = part.id and conversations.came_from is null and origin_of(visitors) is not null
        returning 1
      )
      select (array_agg(id order by id desc))[1] as last, (select count(*) from filled) from part
    `.execute(db);
    after = rows[0]?.last ?? null;
  }
  await sql.raw(indexes).execute(db);
}

const columns = `
alter table conversations add column if not exists came_from jsonb;

-- null if nothing is known; the referrer is the host of its page
create or replace function origin_of(visitor visitors) returns jsonb language sql immutable as $$
  select nullif(jsonb_strip_nulls(jsonb_build_object(
    'country', visitor.country,
    'referrer', substring(visitor.page_referrer from '^https?://(?:www[.])?([^/:?#]+)'),
    'source', visitor.campaign ->> 'source',
    'medium', visitor.campaign ->> 'medium',
    'campaign', visitor.campaign ->> 'name')), '{}')
$$;

create or replace function conversation_has_origin() returns trigger language plpgsql as $$
begin
  new.came_from := (select origin_of(visitors) from visitors where visitors.id = new.visitor_id);
  return new;
end $$;
create or replace trigger conversations_have_origin before insert on conversations for each row
  when (new.visitor_id is not null and new.came_from is null) execute function conversation_has_origin();

-- A conversation keeps the origin that it began with. One without gets the first that becomes known, and the country
-- that a page states replaces a guess.
create or replace function visitor_has_origin() returns trigger language plpgsql as $$
begin
  update conversations set came_from = case
      when new.country_source = 'page' and new.country is not null
        then coalesce(came_from, origin_of(new)) || jsonb_build_object('country', new.country)
      else origin_of(new) end
    where visitor_id = new.id and (came_from is null
      or (new.country_source = 'page' and came_from ->> 'country' is distinct from new.country));
  return null;
end $$;
create or replace trigger visitors_have_origin after update of country, country_source, page_referrer, campaign on visitors
  for each row when (origin_of(new) is not null and origin_of(old) is distinct from origin_of(new)
    and (origin_of(old) is null or new.country_source = 'page'))
  execute function visitor_has_origin();
`;

// The planner takes no statistics from a partial index: without its own it expects few conversations of any country.
const indexes = `
${['country', 'referrer', 'source', 'campaign']
  .map(
    (part) => `create index if not exists conversations_by_${part} on conversations ((came_from ->> '${part}'))
  where (came_from ->> '${part}') is not null;
create statistics if not exists conversations_by_${part} on (came_from ->> '${part}') from conversations;
drop index if exists visitors_by_${part};`,
  )
  .join('\n')}
analyze conversations (came_from);
`;
