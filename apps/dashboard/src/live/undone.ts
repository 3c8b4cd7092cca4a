/** Resolves chains of undos. */
import type { Act } from '@parley/contracts/conversations/acts';
import { type Change, isChange } from './act-words.ts';

/** Returns the activity that an undo undid, or redid if that was an undo itself; undefined if it is not loaded. */
export function undone(acts: readonly Act[], undo: Act): { what: Change; isRedo: boolean } | undefined {
  let isRedo = true;
  for (let act: Act | undefined = undo; act; isRedo = !isRedo) {
    const { undoOf }: Act = act;
    if (undoOf === null) return act !== undo && isChange(act) ? { what: act, isRedo } : undefined;
    act = acts.findLast((each) => each.actNo === undoOf);
  }
  return undefined;
}
