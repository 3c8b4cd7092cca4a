import { memo, Suspense } from 'react';
import { lazyPart } from '../../app/part.tsx';
import { handOffWords } from '../../live/hand-off-words.ts';
import styles from './thread.module.css';

const PacketDetails = lazyPart(() => import('./packet-details.tsx'));

interface HandOffPacketProps {
  conversationId: string;
  text: string | null;
  /** When the conversation was last changed. */
  updatedAt: string;
}

/** What the assistant passes on with a conversation, so that nobody asks the customer twice. */
export const HandOffPacket = memo(function HandOffPacket({ conversationId, text, updatedAt }: HandOffPacketProps) {
  if (!text) return null;
  const [reason, ...rest] = handOffWords(text).split('\n');
  return (
    <details className={styles.packet} dir="auto" open>
      <summary>{reason}</summary>
      {rest.join('\n')}
      <Suspense>
        <PacketDetails conversationId={conversationId} updatedAt={updatedAt} />
      </Suspense>
    </details>
  );
});
