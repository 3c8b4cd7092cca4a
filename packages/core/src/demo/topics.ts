/** Topics that customers of the demo shop ask about. */
import type { Transaction } from '@parley/db/database';
import { insertTopic } from '@parley/db/topics/topics';
import { sql } from 'kysely';

/** Names, with a pattern of the first questions; a conversation is in the first topic that fits. */
const topics = [
  { name: 'Late deliveries', words: ['parcel', 'delivery', 'late'], asked: 'parcel|deliver|shipping|track|arriv' },
  { name: 'Damaged plants and refunds', words: ['refund', 'broken', 'damaged'], asked: 'refund|broken|damage|return' },
  { name: 'Watering and yellow leaves', words: ['leaves', 'water', 'plant'], asked: 'leaf|leaves|water|soil|light' },
  { name: 'Changing an order', words: ['order', 'change', 'address'], asked: 'order|address|cancel' },
];

/** Adds topics, and the conversations that are about them. */
export async function seedTopics(db: Transaction): Promise<void> {
  for (const { asked, ...topic } of topics) {
    const id = await insertTopic(db, { ...topic, namedBy: 'user' });
    await sql`
      insert into conversation_topics (conversation_id, topic_id)
      select conversation_id, ${id}::uuid from messages
      where seq = 1 and sender_type = 'customer' and content ~* ${asked}
      on conflict (conversation_id) do nothing
    `.execute(db);
  }
}
