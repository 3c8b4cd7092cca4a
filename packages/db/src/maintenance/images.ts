import { sql } from 'kysely';
import type { Database } from '../database.ts';

/**
 * Removes pictures that no profile, no setting and no version of an article shows, kept for longer than a day: a picture is stored just before it
 * is shown. Answers how many.
 */
export async function deleteUnusedImages(db: Database): Promise<number> {
  const { rows } = await sql`
    delete from images
    where created_at < now() - interval '1 day'
      and not exists (select from users where profile_image_url like '%' || images.hash || '%')
      and not exists (select from article_versions where content like '%' || images.hash || '%')
      and not exists (select from settings where widget_config->>'avatarUrl' like '%' || images.hash || '%')
    returning hash
  `.execute(db);
  return rows.length;
}
