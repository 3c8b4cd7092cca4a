/** Resolves chains of undos. */
import type { Activity } from '@parley/contracts/conversations/activities';
import { type Change, isChange } from './activity-words.ts';

/** Returns the activity that an undo undid, or redid if that was an undo itself; undefined if it is not loaded. */
export function undone(activities: readonly Activity[], undo: Activity): { what: Change; isRedo: boolean } | undefined {
  let isRedo = true;
  for (let activity: Activity | undefined = undo; activity; isRedo = !isRedo) {
    const { undoOf }: Activity = activity;
    if (undoOf === null) return activity !== undo && isChange(activity) ? { what: activity, isRedo } : undefined;
    activity = activities.findLast((each) => each.activityNo === undoOf);
  }
  return undefined;
}
