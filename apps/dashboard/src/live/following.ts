/** Which conversations this person follows. */
import type { ServerFrame } from '@parley/contracts/frames';
import { followedMax } from '@parley/contracts/limits';
import { listConversations } from '@parley/contracts/routes/conversations';
import { follow, listFollowed, listFollowers, unfollow } from '@parley/contracts/routes/followers';
import { countViews } from '@parley/contracts/routes/views';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { wordsOf } from '../api/call-error.ts';
import { keyOf, useRead } from '../api/read.ts';
import { common } from '../i18n/en/common.ts';
import { ownership } from '../i18n/en/ownership.ts';
import type { Follows } from './conversation-lists.ts';
import { toast } from '../ui/toast/toasts.ts';

const key = keyOf(listFollowed);
interface Followed {
  conversationIds: string[];
}

/** As the cache knows it: of more than the server tells at once, an older one is not known. */
export function followsIn(client: QueryClient): Follows {
  const known = client.getQueryData<Followed>(key)?.conversationIds;
  return (id) => known?.includes(id) || (known && known.length < followedMax ? false : undefined);
}

/** Reads again what is listed and counted by it. */
function relist(client: QueryClient): void {
  void client.invalidateQueries({
    queryKey: keyOf(listConversations),
    predicate: ({ queryKey }) => JSON.stringify(queryKey).includes('following'),
  });
  void client.invalidateQueries({ queryKey: keyOf(countViews) });
}

/** As the cache knows it. */
export const isFollowed = (client: QueryClient, conversationId: string): boolean =>
  client.getQueryData<Followed>(key)?.conversationIds.includes(conversationId) ?? false;

function remember(client: QueryClient, conversationId: string, isFollowing: boolean): void {
  client.setQueryData<Followed>(key, (known) => {
    const others = known?.conversationIds.filter((id) => id !== conversationId) ?? [];
    return known && { conversationIds: isFollowing ? [conversationId, ...others] : others };
  });
  relist(client);
  readFollowers(client, conversationId);
}

/** Reads who follows a conversation again: no frame tells of colleagues. */
function readFollowers(client: QueryClient, conversationId: string): void {
  void client.invalidateQueries({ queryKey: keyOf(listFollowers, { params: { id: conversationId } }) });
}

/** What a live event tells of whom `me` follows. Writing a note, and being mentioned, begins it by itself. */
export function applyToFollowing(client: QueryClient, frame: ServerFrame, me: string): void {
  if (frame.type === 'following') remember(client, frame.conversationId, frame.isFollowing);
  if (frame.type === 'act' && frame.act.kind === 'noted') readFollowers(client, frame.act.conversationId);
  const isAuthor = frame.type === 'act' && frame.act.kind === 'noted' && frame.act.cause.by === 'representative';
  const beginsByItself =
    (isAuthor && frame.act.cause.by === 'representative' && frame.act.cause.userId === me) ||
    (frame.type === 'mentioned' && frame.userIds.includes(me));
  if (!beginsByItself) return;
  void client.invalidateQueries({ queryKey: key });
  relist(client);
}

/** Whether this person follows the conversation, and the way to change it. */
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
    onError: (error) => toast({ title: common('updateFailed'), description: wordsOf(error), variant: 'destructive' }),
  });
  return { isFollowing, toggle: () => mutate(!isFollowing) };
}
