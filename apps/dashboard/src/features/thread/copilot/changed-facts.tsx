import type { ChangedFact } from '@parley/contracts/assistant/copilot';
import { TriangleAlert } from 'lucide-react';
import { copilotWords } from '../../../i18n/en/copilot.ts';
import styles from '../../../domain/copilot/copilot.module.css';

function wordsOf({ kind, was, is }: ChangedFact): string {
  if (kind === 'negation') return copilotWords('turnedRound');
  if (was === null) return copilotWords('added', { is: is ?? '' });
  return is === null ? copilotWords('missing', { was }) : copilotWords('became', { was, is });
}

/** Lists the facts that differ from the original text: to be checked before the new text is used. */
export function ChangedFacts({ facts }: { facts: readonly ChangedFact[] }) {
  if (facts.length === 0) return null;
  return (
    <div className={styles.changed} role="alert">
      <TriangleAlert size={14} aria-hidden />
      <span>{copilotWords('lookAt')}</span>
      <ul>
        {[...new Set(facts.map(wordsOf))].map((words) => (
          <li key={words} dir="auto">
            {words}
          </li>
        ))}
      </ul>
    </div>
  );
}
