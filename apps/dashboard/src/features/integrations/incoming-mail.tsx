import { Box, Button, Skeleton } from '@chakra-ui/react';
import type { InboundMail } from '@parley/contracts/inbound-mail';
import { listInboundMails, retryInboundMail, testReceiving } from '@parley/contracts/routes/mail';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { BookOpen, MailOpen } from 'lucide-react';
import { Link } from 'react-router-dom';
import { call } from '../../api/call.ts';
import { wordsOf } from '../../api/call-error.ts';
import { keyOf } from '../../api/read.ts';
import { useCommands } from '../../commands/commands.ts';
import { rowProps, useRowKeys } from '../../commands/rows.ts';
import { EmptyState, FailedState } from '../../ui/empty-state.tsx';
import { Panel } from '../../ui/panel.tsx';
import { pausedWhile } from '../../ui/paused-while.ts';
import { Tag, type TagTone } from '../../ui/tag.tsx';
import { Time } from '../../ui/time.tsx';
import { toast } from '../../ui/toast/toasts.ts';
import styles from './integrations.module.css';

const tones: Record<InboundMail['status'], TagTone> = {
  stored: 'neutral',
  posted: 'green',
  ignored: 'yellow',
  failed: 'red',
};
const words: Record<InboundMail['status'], string> = {
  stored: 'being read',
  posted: 'posted',
  ignored: 'left aside',
  failed: 'failed',
};

const reasons: Record<NonNullable<InboundMail['reason']>, string> = {
  loop: 'One of our own mails that came back.',
  bounce: 'A mail server says that a mail could not be delivered, or was read.',
  auto_reply: 'An automatic answer, such as an out-of-office note.',
  mailing_list: 'It came by way of a mailing list.',
  no_conversation: 'It answers no conversation.',
  not_the_customer: 'Its sender is not the customer of the conversation it answers.',
  forged_sender: 'The receiving server found that its sender is forged.',
  unverified_sender: 'It names a conversation in its subject alone, and nothing proves who sent it.',
  empty: 'There is nothing in it but quotations and a signature.',
  unreadable: 'It is nested too deeply to be read. It is kept as it came.',
  too_slow: 'Reading it took too long. It is kept as it came.',
  too_large: 'Reading it took too much memory. It is kept as it came.',
  error: 'Something went wrong while it was being posted. It is kept as it came.',
};

const perPage = 20;
const canRetry = ({ status }: InboundMail): boolean => status === 'ignored' || status === 'failed';

/** The mails that came in and what became of each, newest first, and a test of whether any can. Admins only. */
export function IncomingMail() {
  const client = useQueryClient();
  const key = keyOf(listInboundMails);
  const mails = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam, signal }) =>
      call(listInboundMails, { query: { limit: perPage, ...(pageParam && { before: pageParam }) } }, signal),
    initialPageParam: '',
    getNextPageParam: (page: InboundMail[]) => (page.length === perPage ? page.at(-1)?.id : undefined),
  });
  const test = useMutation({
    mutationFn: () => call(testReceiving, {}),
    onSuccess: ({ message }) => toast({ title: 'Test successful', description: message }),
    onError: (error) => toast({ title: 'Test failed', description: wordsOf(error), variant: 'destructive' }),
  });
  const retry = useMutation({
    mutationFn: (id: string) => call(retryInboundMail, { params: { id } }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: key });
      toast({ title: 'Mail queued again' });
    },
    onError: (error) => toast({ title: 'Retry failed', description: wordsOf(error), variant: 'destructive' }),
  });
  const older = () => void mails.fetchNextPage();
  const hasOlder = mails.hasNextPage && !mails.isFetchingNextPage;
  const group = 'General' as const;
  useCommands([
    ...(test.isPending
      ? []
      : [{ id: 'receiving:test', label: 'Test receiving', group, keys: 'x i', run: () => test.mutate() }]),
    ...(hasOlder ? [{ id: 'receiving:older', label: 'Older mails', group, keys: 'x m', run: older }] : []),
  ]);
  useRowKeys({ o: 'Open the conversation of a mail' });
  const all = mails.data?.pages.flat();
  return (
    <Panel
      title="Incoming mail"
      description="What came in, newest first, and what became of it."
      flush
      action={
        <Box display="flex" alignItems="center" gap="3.5">
          <a className={styles.docs} href="/docs/integrations#email-in" target="_blank" rel="noopener">
            <BookOpen size={14} aria-hidden />
            How to set it up
          </a>
          <Button size="xs" variant="outline" {...pausedWhile(test.isPending, () => test.mutate())}>
            {test.isPending ? 'Testing…' : 'Test receiving'}
          </Button>
        </Box>
      }
    >
      {mails.isPending && <Skeleton height="4.25rem" m="4" />}
      {mails.isError && !all && <FailedState compact error={mails.error} retry={() => void mails.refetch()} />}
      {all?.length === 0 && (
        <EmptyState icon={MailOpen} title="No mail has come in yet" compact>
          Customers’ answers to our mails appear here. “Test receiving” says whether they can arrive.
        </EmptyState>
      )}
      {all && all.length > 0 && (
        <ul className={styles.deliveries} aria-label="Incoming mail">
          {all.map((mail) => (
            <li key={mail.id} {...rowProps}>
              <div className={styles.what}>
                <bdi>{mail.subject ?? 'No subject'}</bdi>
                <small>
                  <Time at={mail.receivedAt} /> · <Sender mail={mail} />
                </small>
                {mail.reason && (
                  <small data-error={mail.status === 'failed' ? '' : undefined}>{reasons[mail.reason]}</small>
                )}
              </div>
              <Tag tone={tones[mail.status]}>{words[mail.status]}</Tag>
              {mail.status === 'posted' && mail.conversationId && (
                <Button asChild size="2xs" variant="outline">
                  <Link to={`/conversations?selected=${mail.conversationId}`} aria-keyshortcuts="o">
                    Open
                  </Link>
                </Button>
              )}
              {canRetry(mail) && (
                <Button
                  size="2xs"
                  variant="outline"
                  aria-keyshortcuts="r"
                  {...pausedWhile(retry.isPending, () => retry.mutate(mail.id))}
                >
                  Retry
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {mails.hasNextPage && (
        <Box px="4" py="2.5" borderTopWidth="1px" textAlign="center">
          <Button size="xs" variant="ghost" {...pausedWhile(mails.isFetchingNextPage, older)}>
            {mails.isFetchingNextPage ? 'Loading…' : 'Show older'}
          </Button>
        </Box>
      )}
    </Panel>
  );
}

/** As the mail says it, which proves nothing. */
function Sender({ mail: { senderName, senderAddress } }: { mail: InboundMail }) {
  if (!senderName && !senderAddress) return 'unknown sender';
  return (
    <>
      {senderName && <bdi>{senderName}</bdi>}
      {senderName && senderAddress && ' '}
      {senderAddress && <bdi>{senderName ? `<${senderAddress}>` : senderAddress}</bdi>}
    </>
  );
}
