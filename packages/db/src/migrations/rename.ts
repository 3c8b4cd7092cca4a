import { type Kysely, sql } from 'kysely';

/** Old and new names: of tables, of columns in whatever table has them, and of whole words in names of what hangs on them. */
export interface Renames {
  tables?: Record<string, string>;
  columns?: Record<string, string>;
}

/**
 * Renames tables and columns, together with their indexes, constraints and triggers that carry the old name, and in the
 * bodies of functions, which refer to both as text.
 */
export async function rename(db: Kysely<unknown>, { tables = {}, columns = {} }: Renames): Promise<void> {
  const names = JSON.stringify({ ...columns, ...tables });
  await sql`
    create function pg_temp.renamed(text text, names jsonb, mark text) returns text language plpgsql as $$
    declare name record;
    begin
      for name in select key, value from jsonb_each_text(names) order by length(key) desc loop
        text := regexp_replace(text, format(mark, name.key), name.value, 'g');
      end loop;
      return text;
    end $$
  `.execute(db);
  await sql`
    do $$
    declare
      names constant jsonb := ${sql.lit(names)};
      found record;
      -- As a word of a name that is made of several, as in "acts_about", and as a name of its own.
      within constant text := '(?<![a-z])%s(?![a-z])';
      alone constant text := '\\m%s\\M';
    begin
      for found in
        select table_name, column_name, names ->> column_name::text as name from information_schema.columns
        join pg_class on oid = format('public.%I', table_name)::regclass and relkind in ('r', 'p')
        where table_schema = 'public' and ${sql.lit(JSON.stringify(columns))}::jsonb ? column_name::text
      loop
        execute format('alter table public.%I rename column %I to %I', found.table_name, found.column_name, found.name);
      end loop;
      for found in
        select tablename, names ->> tablename::text as name from pg_tables
        where schemaname = 'public' and ${sql.lit(JSON.stringify(tables))}::jsonb ? tablename::text
      loop
        execute format('alter table public.%I rename to %I', found.tablename, found.name);
      end loop;
      for found in
        select conrelid::regclass as owner, conname, pg_temp.renamed(conname, names, within) as name from pg_constraint
        where connamespace = 'public'::regnamespace and conrelid <> 0
      loop
        if found.name <> found.conname then
          execute format('alter table %s rename constraint %I to %I', found.owner, found.conname, found.name);
        end if;
      end loop;
      for found in
        select relname, pg_temp.renamed(relname, names, within) as name from pg_class
        where relnamespace = 'public'::regnamespace and relkind in ('i', 'S')
      loop
        if found.name <> found.relname then
          execute format('alter index public.%I rename to %I', found.relname, found.name);
        end if;
      end loop;
      for found in
        select pg_get_functiondef(oid) as body, pg_temp.renamed(pg_get_functiondef(oid), names, alone) as name
        from pg_proc where pronamespace = 'public'::regnamespace and prokind = 'f'
          and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
      loop
        if found.name <> found.body then execute found.name; end if;
      end loop;
    end $$
  `.execute(db);
  await sql`drop function pg_temp.renamed`.execute(db);
}
