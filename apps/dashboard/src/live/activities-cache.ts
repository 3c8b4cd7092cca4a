/** Activities of conversations in the query cache: complete up to the newest one that was announced. */
import type { Activity } from '@parley/contracts/conversations/activities';
import { listActivities } from '@parley/contracts/routes/conversations';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { keyOf } from '../api/read.ts';
import { noteChange, withChangesMeanwhile } from './recent-changes.ts';

const keyOfActivities = (id: string) => keyOf(listActivities, { params: { id } });
const newestOf = (activities: readonly Activity[] | undefined) => activities?.at(-1)?.activityNo ?? 0;

/** Query options of a conversation's activities, oldest first. Those announced while they are read are included. */
export const activitiesOf = (id: string) =>
  queryOptions<Activity[]>({
    queryKey: keyOfActivities(id),
    queryFn: ({ signal }) => readActivities(id, signal),
  });

async function readActivities(id: string, signal: AbortSignal): Promise<Activity[]> {
  const { answer, changes } = await withChangesMeanwhile(() => call(listActivities, { params: { id } }, signal));
  let activities = answer;
  let announcedNo = 0;
  for (const change of changes) {
    if (change.kind === 'activity' && change.activity.conversationId === id) {
      activities = withActivity(activities, change.activity) ?? activities;
      announcedNo = Math.max(announcedNo, change.activity.activityNo);
    } else if (change.kind === 'activities' && change.id === id)
      announcedNo = Math.max(announcedNo, change.lastActivityNo);
  }
  // The server stores an activity before it announces it: a second read finds it.
  return newestOf(activities) < announcedNo ? readActivities(id, signal) : activities;
}

/** Returns the list with an announced activity; undefined if one before it is missing. */
function withActivity(activities: readonly Activity[], activity: Activity): Activity[] | undefined {
  // A note that was changed comes once more, as it is now.
  if (activity.activityNo <= newestOf(activities))
    return activities.map((each) => (each.activityNo === activity.activityNo ? activity : each));
  return activity.activityNo === newestOf(activities) + 1 ? [...activities, activity] : undefined;
}

/** The newest activities of a conversation in their order; none where they were not read. */
export const knownActivities = (client: QueryClient, id: string): readonly Activity[] =>
  client.getQueryData<Activity[]>(keyOfActivities(id)) ?? [];

/** The number of the newest of them; 0 where none is known. */
export const newestActivityNo = (client: QueryClient, id: string): number => newestOf(knownActivities(client, id));

/** Adds an activity of a live event or an answer. */
export function rememberActivity(client: QueryClient, activity: Activity): void {
  noteChange({ kind: 'activity', activity });
  const key = keyOfActivities(activity.conversationId);
  const known = client.getQueryData<Activity[]>(key);
  const activities = known && withActivity(known, activity);
  if (activities) client.setQueryData<Activity[]>(key, activities);
  else if (known) void client.invalidateQueries({ queryKey: key });
}

/** Reads a conversation's activities again if there are more than are cached; returns whether there may be more. */
export function rememberNewestActivity(client: QueryClient, id: string, lastActivityNo: number): boolean {
  noteChange({ kind: 'activities', id, lastActivityNo });
  const key = keyOfActivities(id);
  const known = client.getQueryData<Activity[]>(key);
  if (newestOf(known) >= lastActivityNo) return false;
  if (known) void client.invalidateQueries({ queryKey: key });
  return true;
}
