/** A text that a model made of another: asked for once more where something of it was changed, and told of what still is. */
import type { ChangedFact, Rewritten } from '@parley/contracts/copilot';
import { Problem } from '@parley/contracts/problems';
import { say } from '@parley/contracts/sayings';
import { inTime, readingMs } from '../../limited-time.ts';

const leadsElsewhere = ({ kind, is }: ChangedFact): boolean => is !== null && (kind === 'link' || kind === 'address');

/**
 * @param make makes the text; told what an earlier attempt has changed
 * @param compare what a text has changed
 * @throws Problem `other_side_failed` where it leads somewhere its author did not say, or can't be compared in time
 */
export async function keptFaithfully(
  make: (mistakes?: string[]) => Promise<string>,
  compare: (made: string) => ChangedFact[],
): Promise<Rewritten> {
  const changedIn = (made: string): ChangedFact[] => {
    const changed = inTime(readingMs, () => compare(made), undefined);
    if (!changed) throw new Problem('other_side_failed', say('copilot_unreadable'));
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
  if (facts.some(leadsElsewhere)) throw new Problem('other_side_failed', say('copilot_adds_link'));
  return { text, changedFacts: facts };
}
