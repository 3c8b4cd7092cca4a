/** What is known of what happened in a conversation. */
import type { Act } from '@parley/contracts/acts';
import { listActs } from '@parley/contracts/routes/conversations';
import type { QueryClient } from '@tanstack/react-query';
import { keyOf } from '../api/read.ts';

export const actsKey = (conversationId: string): readonly unknown[] =>
  keyOf(listActs, { params: { id: conversationId } });

/** The newest acts of a conversation in their order; none where it was not opened. */
export const knownActs = (client: QueryClient, conversationId: string): readonly Act[] =>
  client.getQueryData<Act[]>(actsKey(conversationId)) ?? [];

/** Takes in an act as a frame or an answer tells it, and reads what is missing before it. */
export function rememberAct(client: QueryClient, act: Act): void {
  const key = actsKey(act.conversationId);
  const newest = knownActs(client, act.conversationId).at(-1)?.actNo ?? 0;
  // A note that was changed comes once more, as it is now.
  if (act.actNo <= newest)
    client.setQueryData<Act[]>(key, (known) => known?.map((each) => (each.actNo === act.actNo ? act : each)));
  else if (act.actNo === newest + 1) client.setQueryData<Act[]>(key, (known) => known && [...known, act]);
  else catchUpActs(client, act.conversationId, act.actNo);
}

/** Reads the acts of a conversation again when there are more than are known. */
export function catchUpActs(client: QueryClient, conversationId: string, lastActNo: number): void {
  const known = client.getQueryData<Act[]>(actsKey(conversationId));
  if (known && (known.at(-1)?.actNo ?? 0) < lastActNo)
    void client.invalidateQueries({ queryKey: actsKey(conversationId) });
}
