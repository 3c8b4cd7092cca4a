/** Conversations that the user follows. */
import type { ServerFrame } from '@parley/contracts/frames';
import { followedMax } from '@parley/contracts/conversations/limits';
import { listConversations } from '@parley/contracts/routes/conversations';
import { follow, listFollowed, listFollowers, unfollow } from '@parley/contracts/routes/followers';
import { countViews } from '@parley/contracts/routes/views';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { keyOf, useRead } from '../api/read.ts';
import { ownership } from '../i18n/en/ownership.ts';
import type { Follows } from './conversation-lists.ts';
import { toast } from '../ui/toast/toasts.ts';
import { toastFailure } from '../ui/toast/failure.ts';

const key = keyOf(listFollowed);
interface Followed {
  conversationIds: string[];
}

/**
 * Reads from the cache. If the user follows more than the server lists at once, the result for older ones is undefined.
 */
export function followsIn(client: QueryClient): Follows {
  const known = client.getQueryData<Followed>(key)?.conversationIds;
  return (id) => known?.includes(id) || (known && known.length < followedMax ? false : undefined);
}

/** Reads the lists and counts again that depend on it. */
function relist(client: QueryClient): void {
  void client.invalidateQueries({
    queryKey: keyOf(listConversations),
    predicate: ({ queryKey }) => JSON.stringify(queryKey).includes('following'),
  });
  void client.invalidateQueries({ queryKey: keyOf(countViews) });
}

function remember(client: QueryClient, conversationId: string, isFollowing: boolean): void {
  client.setQueryData<Followed>(key, (known) => {
    const others = known?.conversationIds.filter((id) => id !== conversationId) ?? [];
    return known && { conversationIds: isFollowing ? [conversationId, ...others] : others };
  });
  relist(client);
  readFollowers(client, conversationId);
}

/** Reads the followers of a conversation again: no frame covers colleagues. */
function readFollowers(client: QueryClient, conversationId: string): void {
  void client.invalidateQueries({ queryKey: keyOf(listFollowers, { params: { id: conversationId } }) });
}

/** Applies a live event to what `me` follows. Writing a note, or being mentioned, starts following automatically. */
export function applyToFollowing(client: QueryClient, frame: ServerFrame, me: string): void {
  if (frame.type === 'following') remember(client, frame.conversationId, frame.isFollowing);
  if (frame.type === 'activity' && frame.activity.kind === 'noted')
    readFollowers(client, frame.activity.conversationId);
  const isAuthor =
    frame.type === 'activity' && frame.activity.kind === 'noted' && frame.activity.cause.by === 'representative';
  const beginsByItself =
    (isAuthor && frame.activity.cause.by === 'representative' && frame.activity.cause.userId === me) ||
    (frame.type === 'mentioned' && frame.userIds.includes(me));
  if (!beginsByItself) return;
  void client.invalidateQueries({ queryKey: key });
  relist(client);
}

/** Returns whether the user follows the conversation, and a function to change it. */
export function useFollowing(conversationId: string): { isFollowing: boolean; toggle: () => void } {
  const client = useQueryClient();
  const { data } = useRead(listFollowed, {});
  const isFollowing = data?.conversationIds.includes(conversationId) ?? false;
  const { mutate } = useMutation({
    mutationFn: (wanted: boolean) => call(wanted ? follow : unfollow, { params: { id: conversationId } }),
    onSuccess: (_, wanted) => {
      remember(client, conversationId, wanted);
      toast({ title: wanted ? ownership('nowFollowing') : ownership('noLongerFollowing') });
    },
    onError: (error) => toastFailure(error),
  });
  return { isFollowing, toggle: () => mutate(!isFollowing) };
}

/** Returns whether the user follows all of these conversations, and a function to follow them, or to stop. */
export function useFollowingAll(ids: ReadonlySet<string>): { areFollowing: boolean; toggle: () => void } {
  const client = useQueryClient();
  const { data } = useRead(listFollowed, {});
  const areFollowing = [...ids].every((id) => data?.conversationIds.includes(id));
  const { mutate } = useMutation({
    mutationFn: async (wanted: boolean) => {
      for (const id of ids) {
        await call(wanted ? follow : unfollow, { params: { id } });
        remember(client, id, wanted);
      }
    },
    onSuccess: (_, wanted) =>
      toast({ title: wanted ? ownership('nowFollowingAll') : ownership('noLongerFollowingAll') }),
    onError: (error) => toastFailure(error),
  });
  return { areFollowing, toggle: () => mutate(!areFollowing) };
}
