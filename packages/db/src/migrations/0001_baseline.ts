import { type Kysely, sql } from 'kysely';
import { assistant } from './0001_baseline/assistant.ts';
import { audit } from './0001_baseline/audit.ts';
import { channels, channelsTriggers } from './0001_baseline/channels.ts';
import { contacts, contactsTriggers } from './0001_baseline/contacts.ts';
import { conversations, conversationsTriggers } from './0001_baseline/conversations.ts';
import { knowledge, knowledgeTriggers } from './0001_baseline/knowledge.ts';
import { people } from './0001_baseline/people.ts';
import { rows } from './0001_baseline/rows.ts';
import { search, searchTriggers } from './0001_baseline/search.ts';
import { words } from './0001_baseline/words.ts';

/** Creates the whole data model, and the rows that every installation has from the beginning. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const tables = [words, people, contacts, conversations, search, knowledge, assistant, channels, audit];
  const triggers = [contactsTriggers, conversationsTriggers, searchTriggers, knowledgeTriggers, channelsTriggers];
  for (const statements of [...tables, ...triggers, rows]) await sql.raw(statements).execute(db);
}
