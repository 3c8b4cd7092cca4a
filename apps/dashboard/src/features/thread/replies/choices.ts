/** Items that can be inserted into a message: canned replies and knowledge articles. */
import type { CannedReply } from '@parley/contracts/messages/canned-replies';
import type { Article, Conversation } from '@parley/contracts/entities';
import { listCannedReplies } from '@parley/contracts/routes/canned-replies';
import { listPublishedArticles } from '@parley/contracts/routes/help';
import { useMemo } from 'react';
import { useRead } from '../../../api/read.ts';
import { useMe } from '../../../auth/auth.tsx';
import { indexOf, type Insertable, type ReplyIndex } from '../../../domain/canned-replies/ranking.ts';

export type Choice = Insertable & ({ reply: CannedReply; article?: never } | { article: Article; reply?: never });

const choiceOfReply = (reply: CannedReply): Choice => ({
  id: reply.id,
  shortcut: reply.shortcut,
  name: reply.name,
  words: [reply.text, ...reply.variants.map(({ text }) => text)].join('\n'),
  ownUses: reply.ownUses,
  uses: reply.uses,
  reply,
});

const choiceOfArticle = (article: Article): Choice => ({
  id: article.id,
  shortcut: '',
  name: article.title,
  words: article.content,
  ownUses: 0,
  uses: 0,
  article,
});

const none: readonly never[] = [];

/** The last ones made: who goes from conversation to conversation needs no new one. */
const made: { from: readonly unknown[]; index: ReplyIndex<Choice> }[] = [];
const madeMax = 4;

function indexFor(
  replies: readonly CannedReply[],
  articles: readonly Article[],
  websiteId: string | null,
): ReplyIndex<Choice> {
  const from = [replies, articles, websiteId];
  const known = made.find((each) => each.from.every((part, at) => part === from[at]));
  if (known) return known.index;
  const index = indexOf([
    ...replies
      .filter(({ websiteIds }) => websiteIds.length === 0 || (websiteId !== null && websiteIds.includes(websiteId)))
      .map(choiceOfReply),
    ...articles.map(choiceOfArticle),
  ]);
  made.unshift({ from, index });
  made.length = Math.min(made.length, madeMax);
  return index;
}

/**
 * Returns the choices for a conversation's website, ready to be ranked: the index is made when they change, not at a
 * key.
 */
export function useChoices({ websiteId }: Pick<Conversation, 'websiteId'>): ReplyIndex<Choice> {
  const { data: replies = none } = useRead(listCannedReplies, {});
  const { data: articles = none } = useRead(listPublishedArticles, {});
  const teamIds = useMe().rights?.teamIds;
  // Users who may change the replies of all teams are offered those of their own.
  const offered = useMemo(
    () => replies.filter(({ teamId }) => teamId === null || teamIds?.includes(teamId)),
    [replies, teamIds],
  );
  return useMemo(() => indexFor(offered, articles, websiteId), [offered, articles, websiteId]);
}
