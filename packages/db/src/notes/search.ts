/** Searches the text of notes. For staff only: the linter limits which files may import this. */
import type { FoundNote } from '@parley/contracts/conversations/notes';
import { type RawBuilder, sql } from 'kysely';
import { snippetsOf } from '../conversations/search-snippet.ts';
import { searchTerms, tsqueries } from '../conversations/search-terms.ts';
import type { Database } from '../database.ts';

type Row = Omit<FoundNote, 'createdAt' | 'match'> & { body: string; createdAt: Date };

/**
 * The newest notes that hold all of what was asked for, words as in `searchConversations`; of conversations that meet
 * `where`.
 */
export async function searchNotes(
  db: Database,
  { text, where = sql<boolean>`true`, limit }: { text: string; where?: RawBuilder<boolean> | undefined; limit: number },
): Promise<FoundNote[]> {
  const terms = searchTerms(text);
  const { words, unwanted, count } = tsqueries(terms);
  if (count === 0) return [];
  // Planned for these words: rare ones are read from the index of words, for common ones the newest notes are scanned.
  const { rows } = await sql<Row>`
    select note_search.conversation_id, note_search.activity_no, note.after_seq, note.created_at, latest.body,
      (select users.name from users where users.id = (note.cause ->> 'userId')::uuid) as actor_name,
      conversations.visitor_id, conversations.customer_name, conversations.customer_email
    from note_search
    join activities as note on note.conversation_id = note_search.conversation_id and note.activity_no = note_search.activity_no
    join conversations on conversations.id = note_search.conversation_id
    cross join lateral (
      select body from activities where activities.conversation_id = note_search.conversation_id
        and note_search.activity_no in (activities.activity_no, activities.about) and activities.body is not null
      order by activities.activity_no desc limit 1
    ) as latest
    where document @@ ${words} and ${unwanted === null ? sql`true` : sql`(document @@ ${unwanted}) is not true`} and not conversations.hidden and ${where}
    order by note_search.n desc limit ${limit}
  `.execute(db);
  const snippet = snippetsOf(terms);
  return rows.map(({ body, createdAt, ...row }) => ({
    ...row,
    match: snippet(body) ?? { text: body.slice(0, 160), ranges: [] },
    createdAt: createdAt.toISOString(),
  }));
}
