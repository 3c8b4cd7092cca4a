/**
 * Suggests tags to the representative who reads a conversation: only from the vocabulary, and never added
 * automatically.
 */
import { listTags } from '@parley/db/tags/tags';
import { newestMessages } from '@parley/db/messages/read';
import type { ExternalContext } from '../../external/services.ts';
import { askModelFor, listOf } from './ask-model.ts';
import { spoken } from './material.ts';
import { requireFeatureIn } from './offered.ts';

const messagesRead = 20;
const longestMessage = 600;
const proposedMax = 3;

const rules = `"tags" is the team's vocabulary, "messages" a conversation. Choose the tags that say what it is about, at most ${proposedMax}, the best first; none where none fits. Only tags of the vocabulary, written as there.
Answer {"tags": ["…"]}`;

/** Ids of tags that fit and are not on it. @throws Problem as `requireFeatureIn` and `askModelFor` */
export async function proposeTags(context: ExternalContext, conversationId: string): Promise<{ tagIds: string[] }> {
  const offered = await requireFeatureIn(context, 'tags', conversationId);
  const present = new Set(offered.conversation.tagIds);
  const free = (await listTags(context.db)).filter(({ id }) => !present.has(id));
  const messages = await newestMessages(context.db, conversationId, messagesRead);
  if (free.length === 0 || messages.length === 0) return { tagIds: [] };
  const idOf = new Map(free.map(({ id, name }) => [name.toLowerCase(), id]));
  const tagIds = await askModelFor(context, offered, {
    kind: 'tags',
    conversationId,
    messageSeq: offered.conversation.lastSeq,
    rules,
    material: { tags: free.map(({ name }) => name), messages: spoken(messages, longestMessage) },
    maxTokens: 300,
    read: (answer) =>
      typeof answer === 'object' && answer !== null
        ? listOf(answer, 'tags').flatMap(
            (name) => (typeof name === 'string' && idOf.get(name.trim().toLowerCase())) || [],
          )
        : undefined,
  });
  return { tagIds: [...new Set(tagIds)].slice(0, proposedMax) };
}
