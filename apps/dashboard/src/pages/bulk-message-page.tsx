import { Box, Button } from '@chakra-ui/react';
import { channelName } from '@parley/contracts/channels/channel-name';
import type { BulkMessage, BulkRecipient } from '@parley/contracts/conversations/bulk-messages';
import { getBulkMessage, listBulkRecipients, stopBulkMessage } from '@parley/contracts/routes/bulk-messages';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { MailX } from 'lucide-react';
import { Link, useParams } from 'react-router-dom';
import { call } from '../api/call.ts';
import { isOfNothing } from '../api/call-error.ts';
import { keyOf, read } from '../api/read.ts';
import { rowProps, useRows } from '../commands/rows.ts';
import { AttachmentList } from '../domain/files/attachments.tsx';
import { BulkCounts, BulkStatusTag, bulkTitle } from '../features/contacts/bulk-state.tsx';
import styles from '../features/contacts/contacts.module.css';
import { bulkMessages as words } from '../i18n/en/bulkmessages.ts';
import { language } from '../i18n/language.ts';
import { t } from '../i18n/server-text.ts';
import { views } from '../i18n/en/views.ts';
import { Awaited } from '../ui/awaited.tsx';
import { BackLink } from '../ui/back-link.tsx';
import { CustomerAvatar } from '../ui/customer.tsx';
import { EmptyAction } from '../ui/empty-action.tsx';
import { EmptyState, FailedState } from '../ui/empty-state.tsx';
import { Page } from '../ui/page.tsx';
import { Panel } from '../ui/panel.tsx';
import { pausedWhile } from '../ui/paused-while.ts';
import { customerLabel } from '../ui/person.ts';
import { Placeholders } from '../ui/placeholders.tsx';
import { ProgressBar } from '../ui/progress-bar.tsx';
import { Tag, type TagTone } from '../ui/tag.tsx';
import { toastFailure } from '../ui/toast/failure.ts';
import { toast } from '../ui/toast/toasts.ts';

/** Milliseconds between two looks for replies while the page is open. */
const lookEveryMs = 15_000;

/** /contacts/messages/:id: how far a bulk message is, and what became of each contact. */
export default function BulkMessagePage() {
  const { id = '' } = useParams();
  const message = useQuery({ ...read(getBulkMessage, { params: { id } }), refetchInterval: lookEveryMs });
  const back = <BackLink to="/contacts/messages">{words('allMessages')}</BackLink>;
  if (message.data) return <Known key={id} message={message.data} back={back} />;
  return (
    <Page title={words('title')}>
      {back}
      {message.isPending && <Placeholders count={6} />}
      {isOfNothing(message.error) ? (
        <EmptyState
          icon={MailX}
          title={t({ code: 'no_such_bulk_message', values: {} }, '')}
          action={<EmptyAction to="/contacts/messages">{words('allMessages')}</EmptyAction>}
        />
      ) : (
        message.isError && <FailedState error={message.error} retry={() => void message.refetch()} />
      )}
    </Page>
  );
}

function Known({ message, back }: { message: BulkMessage; back: ReactNode }) {
  const client = useQueryClient();
  const { id, finishedAt, total, leftOut, sent, failed, subject, content, attachments } = message;
  useRows();
  const recipients = useQuery({ ...read(listBulkRecipients, { params: { id } }), refetchInterval: lookEveryMs });
  const stop = useMutation({
    mutationFn: () => call(stopBulkMessage, { params: { id } }),
    onSuccess: (stopped) => {
      client.setQueryData(keyOf(getBulkMessage, { params: { id } }), stopped);
      void client.invalidateQueries({ queryKey: keyOf(listBulkRecipients, { params: { id } }) });
      toast({ title: words(stopped.sent === 0 ? 'undone' : 'stopped') });
    },
    onError: (error) => toastFailure(error),
  });
  return (
    <Page
      title={bulkTitle(message)}
      description={
        <Box display="flex" flexWrap="wrap" alignItems="center" rowGap="1" columnGap="3" fontSize="sm">
          <BulkStatusTag status={message.status} />
          <BulkCounts message={message} />
          <span>{words('by', { name: message.authorName })}</span>
        </Box>
      }
      action={
        finishedAt === null && (
          <Button size="sm" variant="outline" {...pausedWhile(stop.isPending, () => stop.mutate())}>
            {words('stop')}
          </Button>
        )
      }
    >
      {back}
      {finishedAt === null && (
        <Box mt="3">
          <ProgressBar value={sent + failed} max={total - leftOut} aria-label={words('isSending')} />
        </Box>
      )}
      <Panel mt="3">
        <Box dir="auto" whiteSpace="pre-wrap" overflowWrap="anywhere" fontSize="sm">
          {subject !== null && (
            <Box as="strong" display="block" mb="1">
              {subject}
            </Box>
          )}
          {content}
          {attachments && (
            <Box mt={content === '' ? undefined : '3'}>
              <AttachmentList attachments={attachments} />
            </Box>
          )}
        </Box>
      </Panel>
      <Panel title={words('recipients')} flush mt="4">
        <Awaited read={recipients} lines={6} />
        <ul className={styles.list}>
          {recipients.data?.map((recipient, index) => (
            <Recipient key={recipient.contactId ?? index} recipient={recipient} />
          ))}
        </ul>
      </Panel>
    </Page>
  );
}

function Recipient({ recipient }: { recipient: BulkRecipient }) {
  const { contactId, visitorId, conversationId, name, email, channel, reason, localized } = recipient;
  const customer = { id: contactId ?? '', visitorId, customerName: name, customerEmail: email };
  const { tone, label } = stateOf(recipient);
  const to = conversationId ? `/conversations?selected=${conversationId}` : contactId && `/contacts/${contactId}`;
  const content = (
    <>
      <CustomerAvatar customer={customer} />
      <span className={styles.who}>
        <bdi>{contactId === null ? words('deleted') : (name ?? customerLabel(customer))}</bdi>
        <small>{reason === null ? channel && channelName(channel, language()) : t(localized, reason)}</small>
      </span>
      <Tag tone={tone}>{label}</Tag>
    </>
  );
  return (
    <li className={styles.entry} {...rowProps}>
      {to ? (
        <Link className={styles.recipient} to={to}>
          {content}
        </Link>
      ) : (
        <span className={styles.recipient}>{content}</span>
      )}
    </li>
  );
}

/** Returns a recipient's state as it is shown: a reply counts most, then a mail that didn't arrive. */
function stateOf({ state, hasReplied, mailState }: BulkRecipient): { tone: TagTone; label: string } {
  if (hasReplied) return { tone: 'green', label: words('hasReplied') };
  switch (state) {
    case 'waiting':
      return { tone: 'yellow', label: words('isWaiting') };
    case 'failed':
      return { tone: 'red', label: words('wasNotSent') };
    case 'left_out':
      return { tone: 'neutral', label: words('wasLeftOut') };
    case 'stopped':
      return { tone: 'neutral', label: words('wasNotSent') };
    case 'sent':
      if (mailState === 'failed' || mailState === 'bounced' || mailState === 'complained')
        return { tone: 'red', label: views(mailState) };
      if (mailState !== null) return { tone: 'plain', label: views(mailState) };
      return { tone: 'plain', label: words('wasSent') };
  }
}
