/**
 * Checks a text that a model made of another: asks once more if it changed a fact, and reports the changes that remain.
 */
import type { ChangedFact, Rewritten } from '@parley/contracts/assistant/copilot';
import { Problem } from '@parley/contracts/problems';
import { localize } from '@parley/contracts/i18n/server-texts';
import { inTime, readingMs } from '../../processes/limited-time.ts';

const leadsElsewhere = ({ kind, is }: ChangedFact): boolean => is !== null && (kind === 'link' || kind === 'address');

/**
 * @param make makes the text; gets the changes of an earlier attempt
 * @param compare returns the changed facts
 * @throws Problem `other_side_failed` if it contains a link that its author didn't write, or can't be compared in time
 */
export async function keptFaithfully(
  make: (mistakes?: string[]) => Promise<string>,
  compare: (made: string) => ChangedFact[],
): Promise<Rewritten> {
  const changedIn = (made: string): ChangedFact[] => {
    const changed = inTime(readingMs, () => compare(made), undefined);
    if (!changed) throw new Problem('other_side_failed', localize('copilot_unreadable'));
    return changed;
  };
  let text = await make();
  let facts = changedIn(text);
  if (facts.length > 0) {
    const again = await make(
      facts.map(({ kind, was, is }) => `${kind}: ${was ?? 'nothing'} became ${is ?? 'nothing'}`),
    );
    const still = changedIn(again);
    if (still.length <= facts.length) [text, facts] = [again, still];
  }
  if (facts.some(leadsElsewhere)) throw new Problem('other_side_failed', localize('copilot_adds_link'));
  return { text, changedFacts: facts };
}
