/** What can be put into a message of a conversation: canned replies, and the articles of the knowledge. */
import type { CannedReply } from '@parley/contracts/canned-replies';
import type { Article, Conversation } from '@parley/contracts/entities';
import { listCannedReplies } from '@parley/contracts/routes/canned-replies';
import { listArticles } from '@parley/contracts/routes/knowledge';
import { useMemo } from 'react';
import { useRead } from '../../api/read.ts';
import { indexOf, type Insertable, type ReplyIndex } from './ranking.ts';

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

/** Those of a conversation's website, ready to be ranked: the index is made when they change, not when they are asked for. */
export function useChoices({ websiteId }: Pick<Conversation, 'websiteId'>): ReplyIndex<Choice> {
  const { data: replies = none } = useRead(listCannedReplies, {});
  const { data: articles = none } = useRead(listArticles, {});
  return useMemo(
    () =>
      indexOf([
        ...replies
          .filter(({ websiteIds }) => websiteIds.length === 0 || (websiteId !== null && websiteIds.includes(websiteId)))
          .map(choiceOfReply),
        ...articles.map(choiceOfArticle),
      ]),
    [replies, articles, websiteId],
  );
}
