import { sql } from 'kysely';
import type { Database } from '../database.ts';

export interface StoredImage {
  mime: string;
  bytes: Buffer;
}

/** Keeps a picture under the hash of its content; keeping it again makes it young again for the tidying up. */
export async function insertImage(
  db: Database,
  image: StoredImage & { hash: string; createdBy: string | null },
): Promise<void> {
  await db
    .insertInto('images')
    .values({ ...image, size: image.bytes.length })
    .onConflict((conflict) => conflict.column('hash').doUpdateSet({ createdAt: sql<Date>`now()` }))
    .execute();
}

/** The picture kept under a hash, or undefined. */
export async function findImage(db: Database, hash: string): Promise<StoredImage | undefined> {
  return db.selectFrom('images').select(['mime', 'bytes']).where('hash', '=', hash).executeTakeFirst();
}
