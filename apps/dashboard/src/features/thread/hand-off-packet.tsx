import { handOffFacts, handOffLines } from '@parley/contracts/assistant/hand-off';
import type { HandOffSummary } from '@parley/contracts/assistant/hand-off-packet';
import { memo, Suspense } from 'react';
import { lazyPart } from '../../loading/part.tsx';
import { lineWords } from '../../live/hand-off-words.ts';
import styles from './thread.module.css';

const PacketDetails = lazyPart(() => import('./packet-details.tsx'));

/** Shows the summary that the assistant hands off with a conversation, so that nobody asks the customer twice. */
export const HandOffPacket = memo(function HandOffPacket({
  conversationId,
  summary,
  isTaken,
}: {
  conversationId: string;
  summary: HandOffSummary | null;
  /** A user has the conversation: what was handed off is folded to one line. */
  isTaken: boolean;
}) {
  if (!summary) return null;
  const facts = summary.facts.length > 0 ? lineWords(handOffFacts(summary.facts)) : undefined;
  const [reason, ...rest] = handOffLines({ ...summary, facts: [] }).map(lineWords);
  return (
    <details className={styles.packet} dir="auto" open={!isTaken}>
      <summary>{reason}</summary>
      {rest.map((line) => `${line}\n`)}
      <Suspense fallback={facts}>
        <PacketDetails conversationId={conversationId} otherwise={facts} />
      </Suspense>
    </details>
  );
});
