import type { Conversation } from '@parley/contracts/entities';
import { conversationsPerPage } from '@parley/contracts/conversations/limits';
import { listContactConversations } from '@parley/contracts/routes/contacts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { MessagesSquare } from 'lucide-react';
import { Link } from 'react-router-dom';
import { pagesOf } from '../../api/pages.ts';
import { RatingTag } from '../../domain/rating/rating-tag.tsx';
import { blockWords } from '../../i18n/en/block.ts';
import { common } from '../../i18n/en/common.ts';
import { visitor } from '../../i18n/en/visitor.ts';
import { contactWords as words } from '../../i18n/en/contacts.ts';
import { EmptyAction } from '../../ui/empty-action.tsx';
import { EmptyState, FailedState } from '../../ui/empty-state.tsx';
import { Facts } from '../../ui/facts.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { pageLabel } from '../../ui/person.ts';
import { StatusTag, Tag } from '../../ui/tag.tsx';
import { Time } from '../../ui/time.tsx';
import { Placeholders } from '../../ui/placeholders.tsx';
import styles from './contacts.module.css';

/** Lists a contact's conversations, newest first; each links to its page. */
export function ContactConversations({ contactId }: { contactId: string }) {
  const list = useInfiniteQuery(
    pagesOf(listContactConversations, (cursor) => ({
      params: { id: contactId },
      query: { limit: conversationsPerPage, ...(cursor && { cursor }) },
    })),
  );
  return <ConversationLinks list={list} />;
}

type Page = ReturnType<typeof useInfiniteQuery<{ items: Conversation[]; next: string | null }>>;

/** Lists the conversations of a paged read; each links to its page. */
export function ConversationLinks({ list }: { list: Page }) {
  if (list.isPending) return <Placeholders count={4} />;
  if (!list.data) return <FailedState compact error={list.error} retry={() => void list.refetch()} />;
  const conversations = list.data.pages.flatMap(({ items }) => items);
  if (conversations.length === 0)
    return (
      <EmptyState
        compact
        icon={MessagesSquare}
        title={words('noConversations')}
        action={<EmptyAction to="/contacts">{words('backToContacts')}</EmptyAction>}
      />
    );
  return (
    <>
      <ul className={styles.list}>
        {conversations.map((conversation) => (
          <li key={conversation.id}>
            <ConversationLink conversation={conversation} />
          </li>
        ))}
      </ul>
      <MoreButton list={list} />
    </>
  );
}

function ConversationLink({ conversation }: { conversation: Conversation }) {
  const { id, status, rating, lastMessage, representative, createdAt, unreadCount } = conversation;
  return (
    <Link
      className={styles.conversation}
      to={`/conversations?selected=${id}`}
      data-unread={unreadCount > 0 || undefined}
    >
      <span dir="auto" className={styles.words}>
        {lastMessage?.content ?? visitor('noMessages')}
      </span>
      <span className={styles.quiet}>
        <Time at={conversation.updatedAt} short />
      </span>
      <span className={styles.facts}>
        <StatusTag status={status} />
        <RatingTag rating={rating} />
        {conversation.isSpam && <Tag tone="amber">{blockWords('spamList')}</Tag>}
        <span>
          <Facts>
            {pageLabel(conversation)}
            {representative ?? common('unassigned')}
            {words.rich('conversationStarted', { time: <Time key="time" at={createdAt} short /> })}
          </Facts>
        </span>
      </span>
    </Link>
  );
}
