import { Button } from '@chakra-ui/react';
import { repeatableChannels } from '@parley/contracts/channels/integrations';
import type { Channel, Delivery } from '@parley/contracts/entities';
import { listDeliveries, retryDelivery } from '@parley/contracts/routes/integrations';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { keyOf, useRead } from '../../api/read.ts';
import { useCommands } from '../../commands/commands.ts';
import { rowProps } from '../../commands/rows.ts';
import { integrationWords } from '../../i18n/en/integrations.ts';
import { t } from '../../i18n/server-text.ts';
import { FailedState } from '../../ui/empty-state.tsx';
import { Panel } from '../../ui/panel.tsx';
import { pausedWhile } from '../../ui/paused-while.ts';
import { Tag, type TagTone } from '../../ui/tag.tsx';
import { Time } from '../../ui/time.tsx';
import { toast } from '../../ui/toast/toasts.ts';
import { toastFailure } from '../../ui/toast/failure.ts';
import styles from './deliveries.module.css';

const tones: Record<Delivery['status'], TagTone> = {
  pending: 'neutral',
  delivered: 'green',
  failed: 'yellow',
  dead: 'red',
};
const words = {
  pending: 'pending',
  delivered: 'delivered',
  failed: 'tryingAgain',
  dead: 'failed',
} as const satisfies Record<Delivery['status'], string>;

interface DeliveriesProps {
  channel: Channel;
  webhookId?: string;
}

/** Lists the last deliveries and their results. */
export function Deliveries({ channel, webhookId }: DeliveriesProps) {
  const client = useQueryClient();
  const canReplay = repeatableChannels.includes(channel);
  const deliveries = useRead(listDeliveries, { query: { channel, ...(webhookId && { webhookId }), limit: 10 } });
  const retry = useMutation({
    mutationFn: (id: string) => call(retryDelivery, { params: { id } }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: keyOf(listDeliveries) });
      toast({ title: integrationWords('queuedAgain') });
    },
    onError: (error) => toastFailure(error, integrationWords('retryFailed')),
  });
  const dead = deliveries.data?.find(({ status }) => status === 'dead');
  const again = () => {
    if (dead && !retry.isPending) retry.mutate(dead.id);
  };
  const id = `delivery:${webhookId ?? channel}`;
  useCommands(
    dead ? [{ id, label: integrationWords('retryFailedDelivery'), group: 'General', keys: 'x r', run: again }] : [],
  );
  const latest = deliveries.data?.[0];
  const summary =
    latest?.status === 'dead' || latest?.status === 'failed'
      ? latest.lastError === null
        ? integrationWords('lastUnanswered')
        : integrationWords('lastFailed', { error: t(latest.errorLocalized, latest.lastError) })
      : latest
        ? integrationWords('latest')
        : integrationWords('nothingSent');
  const isUnknown = deliveries.isError && !deliveries.data;
  return (
    <Panel
      title={integrationWords('deliveries')}
      description={deliveries.isPending ? '…' : !isUnknown && summary}
      flush={!!deliveries.data?.length}
    >
      {deliveries.data?.length ? (
        <ul className={styles.deliveries}>
          {deliveries.data.map((delivery) => (
            <li key={delivery.id} {...rowProps}>
              <div className={styles.what}>
                {t(delivery.localized, delivery.summary)}
                <small>
                  <Time at={delivery.updatedAt} />
                  {delivery.target && ` · ${delivery.target}`}
                  {delivery.attempts > 1 && ` · ${integrationWords('attempts', { count: delivery.attempts })}`}
                  {delivery.responseStatus !== null &&
                    ` · ${integrationWords('answered', { status: String(delivery.responseStatus) })}`}
                </small>
                {delivery.lastError && delivery.status !== 'delivered' && (
                  <small data-error>{t(delivery.errorLocalized, delivery.lastError)}</small>
                )}
              </div>
              <Tag tone={tones[delivery.status]}>{integrationWords(words[delivery.status])}</Tag>
              {(delivery.status === 'dead' || (canReplay && delivery.status === 'delivered')) && (
                <Button
                  size="2xs"
                  variant="outline"
                  aria-keyshortcuts="r"
                  {...pausedWhile(retry.isPending, () => retry.mutate(delivery.id))}
                >
                  {delivery.status === 'dead' ? integrationWords('retry') : integrationWords('replay')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      ) : (
        isUnknown && <FailedState compact error={deliveries.error} retry={() => void deliveries.refetch()} />
      )}
    </Panel>
  );
}
