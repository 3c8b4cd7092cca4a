/**
 * Measures what files cost a message without any: storing and reading messages, Postgres asked directly, in turns with
 * a bare form.
 */
import { randomUUID } from 'node:crypto';
import { createDatabase } from '@parley/db/database';
import { attachmentsOf } from '@parley/db/files/entity';
import { insertMessage, type NewMessage } from '@parley/db/messages/insert';
import { newestMessages } from '@parley/db/messages/read';
import { Pool } from 'pg';
import { median } from '../api/measure.ts';
import { recorded } from '../api/recorded.ts';

export interface MessageCosts {
  /** Milliseconds of one, by what it is. */
  stored: Record<'bare' | 'without' | 'with', number>;
  /** Statements of one. */
  statements: Record<'without' | 'with', number>;
  /** Whether a statement of a message without files says a word of files. */
  namesFiles: boolean;
  /** Milliseconds for the newest 50, none with files: as they are read, and with the files cut out of the statement. */
  read: Record<'cut' | 'ours', number>;
}

/** The least that stores a message with the next number of its conversation. */
const bare = `with bumped as (update conversations set last_seq = last_seq + 1, updated_at = now() where id = $1 returning last_seq)
  insert into messages (conversation_id, seq, sender_type, sender_id, sender_name, message_type, content, via, customer_message_count)
  select $1, last_seq, 'representative', $2, 'Ada', 'text', $3, 'dashboard', 0 from bumped`;

async function took(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** Medians over so many messages of each kind. */
export async function messageCosts(url: string, count: number): Promise<MessageCosts> {
  const db = createDatabase(url, { max: 1 });
  const pool = new Pool({ connectionString: url, max: 1 });
  const open = await db.selectFrom('conversations').select('id').where('status', '<>', 'closed').limit(2).execute();
  const [conversationId = '', readId = ''] = open.map(({ id }) => id);
  const { id: userId } = await db.selectFrom('users').select('id').limit(1).executeTakeFirstOrThrow();
  const draft = (conversation = conversationId): NewMessage => ({
    conversationId: conversation,
    content: 'We will look into it.',
    senderType: 'representative',
    senderId: userId,
    senderName: 'Ada',
    via: 'dashboard',
    clientMessageId: randomUUID(),
  });
  const file = async (): Promise<string> => {
    const row = { userId, name: 'a.png', size: 1, state: 'ready', kind: 'picture', type: 'image/png' } as const;
    return (await db.insertInto('files').values(row).returning('id').executeTakeFirstOrThrow()).id;
  };
  const store = async (attachments?: { id: string }[]): Promise<void> => {
    const { outcome } = await insertMessage(db, { ...draft(), ...(attachments && { attachments }) });
    if (outcome !== 'stored') throw new Error(`A message was not stored: ${outcome}.`);
  };
  const id = await file();
  const [without, including] = [await recorded(() => store()), await recorded(() => store([{ id }]))];
  for (let n = 0; n < 50; n += 1) await insertMessage(db, draft(readId));
  const [read] = await recorded(() => newestMessages(db, readId, 50));
  if (!read) throw new Error('Nothing was read.');
  const files = attachmentsOf('messages');
  if (!read.text.includes(files)) throw new Error('Messages are read in another way than this benchmark knows.');
  const cut = { text: read.text.replace(files, 'null'), values: read.values, name: 'read without files' };

  const times: Record<'bare' | 'without' | 'with' | 'cut' | 'ours', number[]> = {
    bare: [],
    without: [],
    with: [],
    cut: [],
    ours: [],
  };
  for (let round = -20; round < count; round += 1) {
    const next = await file();
    const works = {
      bare: () => pool.query({ name: 'bare', text: bare, values: [conversationId, userId, 'We will look into it.'] }),
      without: () => store(),
      with: () => store([{ id: next }]),
      cut: () => pool.query(cut),
      ours: () => pool.query(read),
    };
    for (const kind of ['bare', 'without', 'with', 'cut', 'ours'] as const) {
      const time = await took(works[kind]);
      // The first ones warm up.
      if (round >= 0) times[kind].push(time);
    }
  }
  await pool.end();
  await db.destroy();
  return {
    stored: { bare: median(times.bare), without: median(times.without), with: median(times.with) },
    statements: { without: without.length, with: including.length },
    namesFiles: without.some(({ text }) => /attachment|\bfiles\b/.test(text)),
    read: { cut: median(times.cut), ours: median(times.ours) },
  };
}
