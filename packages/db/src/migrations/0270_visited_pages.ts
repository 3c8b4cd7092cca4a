import { type Kysely, sql } from 'kysely';

/** The pages that a visitor opened last, newest first: written by the statements that write the page they are on. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table visitors add column pages jsonb not null default '[]'`.execute(db);
  await sql`
    create function visitor_opens_page() returns trigger language plpgsql as $$
    begin
      new.pages := jsonb_path_query_array(
        jsonb_build_array(jsonb_build_object('url', new.page_url, 'title', new.page_title, 'at', now())) || new.pages,
        '$[0 to 19]');
      return new;
    end $$`.execute(db);
  await sql`
    create trigger visitors_open_first_page before insert on visitors for each row
      when (new.page_url is not null) execute function visitor_opens_page()`.execute(db);
  await sql`
    create trigger visitors_open_page before update of page_url on visitors for each row
      when (new.page_url is not null and new.page_url is distinct from old.page_url)
      execute function visitor_opens_page()`.execute(db);
}
