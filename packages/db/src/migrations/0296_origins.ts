import { type Kysely, sql } from 'kysely';

/** Countries of visitors, and indexes for the conversations of visitors who came from somewhere. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

const statements = `
alter table visitors
  add column country text,
  add column country_source text check (country_source in ('page', 'time_zone', 'language'));
create index visitors_by_country on visitors (country) where country is not null;
create index visitors_by_referrer on visitors (substring(page_referrer from '^https?://(?:www[.])?([^/:?#]+)'))
  where page_referrer is not null;
create index visitors_by_source on visitors ((campaign ->> 'source')) where campaign is not null;
create index visitors_by_campaign on visitors ((campaign ->> 'name')) where campaign is not null;
`;
