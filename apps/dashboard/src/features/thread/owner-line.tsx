import type { Conversation } from '@parley/contracts/entities';
import { ownership } from '../../i18n/en/ownership.ts';
import styles from './ownership.module.css';

/** Names the conversation's assignee before another representative writes into it. */
export function OwnerLine({ conversation, me }: { conversation: Conversation; me: string }) {
  const { assignedRepresentativeId, representative, isAiAssisted, status } = conversation;
  if (!assignedRepresentativeId || assignedRepresentativeId === me || isAiAssisted || status === 'closed') return null;
  return (
    <p className={styles.owner} role="note">
      {ownership.rich('isTheirs', { name: <bdi>{representative}</bdi> })}
    </p>
  );
}
