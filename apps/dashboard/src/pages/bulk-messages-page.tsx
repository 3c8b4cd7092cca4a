import { listBulkMessages } from '@parley/contracts/routes/bulk-messages';
import { useInfiniteQuery } from '@tanstack/react-query';
import { MailPlus } from 'lucide-react';
import { Link } from 'react-router-dom';
import { pagesOf } from '../api/pages.ts';
import { useMe } from '../auth/auth.tsx';
import { rowProps, useRows } from '../commands/rows.ts';
import { BulkCounts, BulkStatusTag, bulkTitle } from '../features/contacts/bulk-state.tsx';
import styles from '../features/contacts/contacts.module.css';
import { bulkMessages as words } from '../i18n/en/bulkmessages.ts';
import { contactWords } from '../i18n/en/contacts.ts';
import { files } from '../i18n/en/files.ts';
import { Awaited } from '../ui/awaited.tsx';
import { BackLink } from '../ui/back-link.tsx';
import { EmptyAction } from '../ui/empty-action.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { MoreButton } from '../ui/more-button.tsx';
import { Page } from '../ui/page.tsx';
import { Panel } from '../ui/panel.tsx';
import { Time } from '../ui/time.tsx';

/** /contacts/messages: the user's bulk messages, newest first; everybody's for those who oversee messages. */
export default function BulkMessagesPage() {
  const me = useMe();
  useRows();
  const list = useInfiniteQuery({
    ...pagesOf(listBulkMessages, (cursor) => ({ query: { limit: 50, ...(cursor && { cursor }) } })),
  });
  const messages = list.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <Page title={words('title')} description={words('about')}>
      <BackLink to="/contacts">{contactWords('backToContacts')}</BackLink>
      <Panel flush mt="3">
        <Awaited read={list} lines={6} />
        {list.data && messages.length === 0 && (
          <EmptyState
            compact
            icon={MailPlus}
            title={words('noneYet')}
            action={<EmptyAction to="/contacts">{contactWords('backToContacts')}</EmptyAction>}
          >
            {words('noneYetHint')}
          </EmptyState>
        )}
        <ul className={styles.list}>
          {messages.map((message) => (
            <li key={message.id} className={styles.entry} {...rowProps}>
              <Link
                className={styles.conversation}
                style={{ flex: 1, minWidth: 0, paddingInlineEnd: 0 }}
                to={`/contacts/messages/${message.id}`}
              >
                <span className={styles.words}>
                  <bdi>{bulkTitle(message)}</bdi>
                </span>
                <BulkStatusTag status={message.status} />
                <span className={styles.facts}>
                  <BulkCounts message={message} />
                  {message.attachments && <span>{files('count', { count: message.attachments.length })}</span>}
                  {message.authorId !== me.id && <span>{words('by', { name: message.authorName })}</span>}
                  <Time at={message.createdAt} />
                </span>
              </Link>
            </li>
          ))}
        </ul>
        <MoreButton list={list} />
      </Panel>
    </Page>
  );
}
