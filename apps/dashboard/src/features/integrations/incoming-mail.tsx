import { Box, Button, Skeleton } from '@chakra-ui/react';
import type { InboundMail } from '@parley/contracts/channels/inbound-mail';
import { listInboundMails, retryInboundMail, testReceiving } from '@parley/contracts/routes/mail';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { BookOpen, MailOpen } from 'lucide-react';
import { Link } from 'react-router-dom';
import { call } from '../../api/call.ts';
import { keyOf } from '../../api/read.ts';
import { useCommands } from '../../commands/commands.ts';
import { rowProps, useRowKeys } from '../../commands/rows.ts';
import { common } from '../../i18n/en/common.ts';
import { integrationWords } from '../../i18n/en/integrations.ts';
import { mailWords } from '../../i18n/en/mail.ts';
import { t } from '../../i18n/server-text.ts';
import { mailReason } from '../../live/mail-reasons.ts';
import { EmptyState, FailedState } from '../../ui/empty-state.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Panel } from '../../ui/panel.tsx';
import { pausedWhile } from '../../ui/paused-while.ts';
import { Tag, type TagTone } from '../../ui/tag.tsx';
import { Time } from '../../ui/time.tsx';
import { toast } from '../../ui/toast/toasts.ts';
import { toastFailure } from '../../ui/toast/failure.ts';
import styles from '../../domain/deliveries/deliveries.module.css';
import integration from './integrations.module.css';

const tones: Record<InboundMail['status'], TagTone> = {
  stored: 'neutral',
  posted: 'green',
  ignored: 'yellow',
  failed: 'red',
};
const words = {
  stored: 'stored',
  posted: 'posted',
  ignored: 'ignored',
  failed: 'failed',
} as const satisfies Record<InboundMail['status'], string>;

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
    onSuccess: ({ message, localized }) =>
      toast({ title: integrationWords('tested'), description: t(localized, message) }),
    onError: (error) => toastFailure(error, integrationWords('testFailed')),
  });
  const retry = useMutation({
    mutationFn: (id: string) => call(retryInboundMail, { params: { id } }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: key });
      toast({ title: mailWords('queuedAgain') });
    },
    onError: (error) => toastFailure(error, integrationWords('retryFailed')),
  });
  const older = () => void mails.fetchNextPage();
  const hasOlder = mails.hasNextPage && !mails.isFetchingNextPage;
  const group = 'General' as const;
  useCommands([
    ...(test.isPending
      ? []
      : [{ id: 'receiving:test', label: mailWords('testReceiving'), group, keys: 'x i', run: () => test.mutate() }]),
    ...(hasOlder ? [{ id: 'receiving:older', label: mailWords('olderMails'), group, keys: 'x m', run: older }] : []),
  ]);
  useRowKeys({ o: mailWords('openConversation') });
  const all = mails.data?.pages.flat();
  const testButton = (
    <Button size="xs" variant="outline" {...pausedWhile(test.isPending, () => test.mutate())}>
      {test.isPending ? integrationWords('testing') : mailWords('testReceiving')}
    </Button>
  );
  return (
    <Panel
      title={mailWords('incoming')}
      description={mailWords('incomingHint')}
      flush
      action={
        <Box display="flex" alignItems="center" gap="3.5">
          <a className={integration.docs} href="/docs/integrations#email-in" target="_blank" rel="noopener">
            <BookOpen size={14} aria-hidden />
            {mailWords('howTo')}
          </a>
          {all?.length !== 0 && testButton}
        </Box>
      }
    >
      {mails.isPending && <Skeleton height="4.25rem" m="4" />}
      {mails.isError && !all && <FailedState compact error={mails.error} retry={() => void mails.refetch()} />}
      {all?.length === 0 && (
        <EmptyState icon={MailOpen} title={mailWords('none')} compact action={testButton}>
          {mailWords('noneHint')}
        </EmptyState>
      )}
      {all && all.length > 0 && (
        <ul className={styles.deliveries} aria-label={mailWords('incoming')}>
          {all.map((mail) => (
            <li key={mail.id} {...rowProps}>
              <div className={styles.what}>
                <bdi>{mail.subject ?? mailWords('noSubject')}</bdi>
                <small>
                  <Facts>
                    <Time at={mail.receivedAt} />
                    <Sender mail={mail} />
                  </Facts>
                </small>
                {mail.reason && (
                  <small data-error={mail.status === 'failed' ? '' : undefined}>{mailReason(mail.reason)}</small>
                )}
              </div>
              <Tag tone={tones[mail.status]}>{mailWords(words[mail.status])}</Tag>
              {mail.conversationId && (
                <Button asChild size="2xs" variant="outline">
                  <Link to={`/conversations?selected=${mail.conversationId}`} aria-keyshortcuts="o">
                    {mailWords('open')}
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
                  {integrationWords('retry')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {mails.hasNextPage && (
        <Box px="4" py="2.5" borderTopWidth="1px" textAlign="center">
          <Button size="xs" variant="ghost" {...pausedWhile(mails.isFetchingNextPage, older)}>
            {mails.isFetchingNextPage ? common('loading') : mailWords('showOlder')}
          </Button>
        </Box>
      )}
    </Panel>
  );
}

/** Sender as given in the mail, which proves nothing. */
function Sender({ mail: { senderName, senderAddress } }: { mail: InboundMail }) {
  if (!senderName && !senderAddress) return mailWords('unknownSender');
  return (
    <>
      {senderName && <bdi>{senderName}</bdi>}
      {senderName && senderAddress && ' '}
      {senderAddress && <bdi>{senderName ? `<${senderAddress}>` : senderAddress}</bdi>}
    </>
  );
}
