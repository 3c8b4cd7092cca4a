import { channelName as nameOf } from '@parley/contracts/channels/channel-name';
import type { VisitorProfile } from '@parley/contracts/entities';
import { Ban, TriangleAlert } from 'lucide-react';
import { Link } from 'react-router-dom';
import { Time } from '../../ui/time.tsx';
import styles from './visitor.module.css';
import { visitor } from '../../i18n/en/visitor.ts';
import { language } from '../../i18n/language.ts';

type Channel = NonNullable<VisitorProfile['channel']>;

/** The channel's name. */
export const channelName = (channel: Channel): string => channel.name ?? nameOf(channel.id, language());

/** Shows the channel that the customer uses: their name there, and messages that did not reach them. */
export function ChannelFact({ channel }: { channel: Channel }) {
  const { handle, unreachableSince, undelivered } = channel;
  const name = channelName(channel);
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <bdi>{handle ?? visitor('noPublicName')}</bdi>
        {unreachableSince && (
          <span className={styles.unwilling}>
            <Ban size={14} aria-hidden />
            <span>{visitor.rich('blocked', { time: <Time at={unreachableSince} /> })}</span>
          </span>
        )}
        {undelivered > 0 && (
          <span className={styles.unwilling}>
            <TriangleAlert size={14} aria-hidden />
            <Link to={channel.id === 'api_channel' ? '/integrations' : `/integrations?tab=${channel.id}`}>
              {visitor('notDelivered', { count: undelivered })}
            </Link>
          </span>
        )}
        {!channel.receipts && <div className={styles.note}>{visitor('noReceipts', { channel: name })}</div>}
      </dd>
    </div>
  );
}
