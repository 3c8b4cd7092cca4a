import { memo } from 'react';
import { handOffWords } from '../../live/hand-off-words.ts';
import styles from './thread.module.css';

/** What the assistant passes on with a conversation, so that nobody asks the customer twice. */
export const HandOffPacket = memo(function HandOffPacket({ text }: { text: string | null }) {
  if (!text) return null;
  const [reason, ...rest] = handOffWords(text).split('\n');
  return (
    <details className={styles.packet} dir="auto" open>
      <summary>{reason}</summary>
      {rest.join('\n')}
    </details>
  );
});
