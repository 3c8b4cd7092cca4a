import { sql } from 'kysely';
import type { Database } from '../database.ts';

/**
 * Deletes pictures older than a day that no profile, setting, mailbox or version of an article uses; a picture is stored just
 * before its first use. Returns their number.
 */
export async function deleteUnusedImages(db: Database): Promise<number> {
  const { rows } = await sql`
    delete from images
    where created_at < now() - interval '1 day'
      and not exists (select from users where profile_image_url like '%' || images.hash || '%')
      and not exists (select from article_versions where content like '%' || images.hash || '%')
      and not exists (select from settings where widget_config->>'avatarUrl' like '%' || images.hash || '%'
        or email_config->>'logoUrl' like '%' || images.hash || '%')
      and not exists (select from websites where look->>'avatarUrl' like '%' || images.hash || '%')
      and not exists (select from mailboxes where logo_url like '%' || images.hash || '%')
    returning hash
  `.execute(db);
  return rows.length;
}
