import { handOffLines } from '@parley/contracts/assistant/hand-off';
import { memo, Suspense } from 'react';
import { lazyPart } from '../../loading/part.tsx';
import { inWords } from '../../i18n/said.ts';
import styles from './thread.module.css';

const PacketDetails = lazyPart(() => import('./packet-details.tsx'));

/** Shows the summary that the assistant hands off with a conversation, so that nobody asks the customer twice. */
export const HandOffPacket = memo(function HandOffPacket({
  conversationId,
  text,
}: {
  conversationId: string;
  text: string | null;
}) {
  if (!text) return null;
  const lines = handOffLines(text).map(({ english, said }) => ({ code: said?.code, words: inWords(said, english) }));
  const facts = lines.find(({ code }) => code === 'hand_off_facts')?.words;
  const [reason, ...rest] = lines.filter(({ code }) => code !== 'hand_off_facts').map(({ words }) => words);
  return (
    <details className={styles.packet} dir="auto" open>
      <summary>{reason}</summary>
      {rest.map((line) => `${line}\n`)}
      <Suspense fallback={facts}>
        <PacketDetails conversationId={conversationId} otherwise={facts} />
      </Suspense>
    </details>
  );
});
