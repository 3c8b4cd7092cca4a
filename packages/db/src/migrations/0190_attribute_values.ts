import { type Kysely, sql } from 'kysely';

/**
 * Filters compare attributes by their values alone, which lie in narrow rows with indexes: the rows of conversations and
 * contacts are wide, and only whole values of theirs could be indexed. Triggers write them, also for the release before.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

const statements = `
create table attribute_values (
  -- the conversation or the contact
  subject_id uuid not null,
  key text collate "C" not null,
  -- texts, choices, days, true and false; null for a number
  text_value text collate "C",
  number_value double precision,
  primary key (subject_id, key)
);
create index attribute_values_by_text on attribute_values (key, text_value) include (subject_id)
  where text_value is not null;
create index attribute_values_by_number on attribute_values (key, number_value) include (subject_id)
  where number_value is not null;
-- How frequent a value is depends on the attribute.
create statistics attribute_values_frequency (mcv, dependencies) on key, text_value from attribute_values;

create function add_attribute_values(subject uuid, attributes jsonb) returns void language sql as $$
  insert into public.attribute_values (subject_id, key, text_value, number_value)
  select subject, key,
    case when jsonb_typeof(value -> 'value') <> 'number' then value ->> 'value' end,
    case when jsonb_typeof(value -> 'value') = 'number' then (value ->> 'value')::double precision end
  from jsonb_each(attributes)
  on conflict do nothing
$$;

create function note_attribute_values() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    delete from public.attribute_values where subject_id = old.id and (tg_op = 'DELETE'
      or new.attributes #> array[key, 'value'] is distinct from old.attributes #> array[key, 'value']);
  end if;
  if tg_op <> 'DELETE' then perform public.add_attribute_values(new.id, new.attributes); end if;
  return null;
end
$$;
${['conversations', 'contacts']
  .map(
    (table) => `
create trigger ${table}_described after insert on ${table} for each row
  when (new.attributes <> '{}') execute function note_attribute_values();
create trigger ${table}_described_again after update of attributes on ${table} for each row
  when (new.attributes is distinct from old.attributes) execute function note_attribute_values();
create trigger ${table}_described_no_more after delete on ${table} for each row
  when (old.attributes <> '{}') execute function note_attribute_values();`,
  )
  .join('')}
`;
