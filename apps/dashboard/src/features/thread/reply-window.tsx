import { conversationChannel } from '@parley/contracts/channels/list';
import type { Conversation } from '@parley/contracts/entities';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { thread } from '../../i18n/en/thread.ts';
import { visitorOf } from '../../live/visitor.ts';
import { useByNow } from '../../ui/clock.ts';
import { upcomingTime } from '../../ui/times.ts';
import styles from './ownership.module.css';

export interface ReplyWindow {
  /** Name of the channel. */
  channel: string;
  until: string;
  isOver: boolean;
}

/** Returns the time in which the customer can be answered; null for channels without a limit, and until it is known. */
export function useReplyWindow({ id, channel, lastSeq }: Conversation): ReplyWindow | null {
  const { name, customers } = conversationChannel(channel);
  const isLimited = customers.replyHours !== undefined;
  const client = useQueryClient();
  const until = useQuery({ ...visitorOf(id), enabled: isLimited }).data?.channel?.replyUntil;
  useEffect(() => {
    // A message of the customer's begins it again.
    if (isLimited) void client.invalidateQueries({ queryKey: visitorOf(id).queryKey });
  }, [client, id, isLimited, lastSeq]);
  const isOver = useByNow((now) => (until !== undefined && Date.parse(until) <= now ? 'over' : null)) !== null;
  return isLimited && until !== undefined ? { channel: name, until, isOver } : null;
}

/** Shows until when replies reach the customer. */
export function ReplyWindowLine({ channel, until }: ReplyWindow) {
  return (
    <p className={styles.owner} role="note">
      {thread('replyUntil', { channel, time: upcomingTime(until) })}
    </p>
  );
}
