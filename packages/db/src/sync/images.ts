import { sql } from 'kysely';
import type { Database } from '../database.ts';
import { findImage, insertImage } from '../images/images.ts';
import type { SourceRow } from './rows.ts';

/** Copies the missing pictures of these users, one at a time, because each may be large. */
export async function copyImages(source: Database, target: Database, people: readonly SourceRow[]): Promise<void> {
  const ids = people.map(({ id }) => id);
  const { rows } = await sql<{ hash: string }>`
    select distinct hash from users
    cross join lateral substring(profile_image_url from '^/api/images/([0-9a-f]{64})') as shown (hash)
    where users.id = any(${ids}::uuid[]) and hash is not null
      and not exists (select from images where images.hash = shown.hash)
  `.execute(target);
  for (const { hash } of rows) {
    const image = await findImage(source, hash);
    if (image) await insertImage(target, { ...image, hash, createdBy: null });
  }
}
