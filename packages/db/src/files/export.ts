/** The files of an export: those of its messages and notes that are there to be read. */
import { sql } from 'kysely';
import type { ReadRouter } from '../read-replica.ts';
import { isReadable } from './uploads.ts';

export interface ExportedFile {
  id: string;
  /** Id under which its bytes are stored. */
  storedAs: string;
  name: string;
  createdAt: Date;
}

const batchSize = 500;

/** By key in batches: memory stays flat, and a slow reader holds nothing up. */
export async function* exportedFiles(
  reads: Pick<ReadRouter, 'run'>,
  where = sql<boolean>`true`,
): AsyncGenerator<ExportedFile> {
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const batch = sql<ExportedFile>`
      select files.id, coalesce(files.bytes_of, files.id) as stored_as, files.name, files.created_at from files
      join conversations on conversations.id = files.conversation_id
      where files.id > ${after}::uuid and files.state = 'ready' and ${isReadable}
        and (not conversations.hidden or conversations.spam_at is not null) and ${where}
      order by files.id limit ${sql.lit(batchSize)}
    `;
    const { rows } = await reads.run((db) => batch.execute(db));
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < batchSize) return;
    after = last.id;
  }
}
