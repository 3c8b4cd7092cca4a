/** Counts of the saved views: moved by every change that is received, and read again to be sure. */
import type { Conversation } from '@parley/contracts/entities';
import { matches } from '@parley/contracts/filter/filter-matches';
import { countViews, listViews } from '@parley/contracts/routes/views';
import type { View } from '@parley/contracts/conversations/views';
import type { QueryClient } from '@tanstack/react-query';
import { keyOf } from '../api/read.ts';
import { followsIn } from './following.ts';

interface Count {
  id: string;
  count: number;
}

/** Moves the counts by a conversation before and after a change; null if it did not, or does not, exist. */
export function moveCounts(
  client: QueryClient,
  before: Conversation | null,
  after: Conversation | null,
  me: string,
): void {
  const views = new Map((client.getQueryData<View[]>(keyOf(listViews)) ?? []).map((view) => [view.id, view]));
  const follows = followsIn(client);
  // Unknown follows count as false both before and after the change.
  const known = { me, now: Date.now(), follows: (id: string) => follows(id) ?? false };
  const holds = ({ filter, isBroken }: View, conversation: Conversation | null) =>
    conversation !== null && !isBroken && !conversation.isSpam && matches(filter, conversation, known) ? 1 : 0;
  client.setQueryData<Count[]>(keyOf(countViews), (counts) =>
    counts?.map((each) => {
      const view = views.get(each.id);
      const by = view ? holds(view, after) - holds(view, before) : 0;
      return by === 0 ? each : { ...each, count: each.count + by };
    }),
  );
}
