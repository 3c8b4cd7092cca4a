/** Activities of conversations in the query cache: complete up to the newest one that was announced. */
import type { Act } from '@parley/contracts/conversations/acts';
import { listActs } from '@parley/contracts/routes/conversations';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { keyOf } from '../api/read.ts';
import { noteChange, withChangesMeanwhile } from './recent-changes.ts';

const keyOfActs = (id: string) => keyOf(listActs, { params: { id } });
const newestOf = (acts: readonly Act[] | undefined) => acts?.at(-1)?.actNo ?? 0;

/** Query options of a conversation's activities, oldest first. Those announced while they are read are included. */
export const actsOf = (id: string) =>
  queryOptions<Act[]>({
    queryKey: keyOfActs(id),
    queryFn: ({ signal }) => readActs(id, signal),
  });

async function readActs(id: string, signal: AbortSignal): Promise<Act[]> {
  const { answer, changes } = await withChangesMeanwhile(() => call(listActs, { params: { id } }, signal));
  let acts = answer;
  let toldOf = 0;
  for (const change of changes) {
    if (change.kind === 'act' && change.act.conversationId === id) {
      acts = withAct(acts, change.act) ?? acts;
      toldOf = Math.max(toldOf, change.act.actNo);
    } else if (change.kind === 'acts' && change.id === id) toldOf = Math.max(toldOf, change.lastActNo);
  }
  // The server stores an activity before it announces it: a second read finds it.
  return newestOf(acts) < toldOf ? readActs(id, signal) : acts;
}

/** Returns the list with an announced activity; undefined if one before it is missing. */
function withAct(acts: readonly Act[], act: Act): Act[] | undefined {
  // A note that was changed comes once more, as it is now.
  if (act.actNo <= newestOf(acts)) return acts.map((each) => (each.actNo === act.actNo ? act : each));
  return act.actNo === newestOf(acts) + 1 ? [...acts, act] : undefined;
}

/** The newest acts of a conversation in their order; none where they were not read. */
export const knownActs = (client: QueryClient, id: string): readonly Act[] =>
  client.getQueryData<Act[]>(keyOfActs(id)) ?? [];

/** The number of the newest of them; 0 where none is known. */
export const newestActNo = (client: QueryClient, id: string): number => newestOf(knownActs(client, id));

/** Adds an activity of a live event or an answer. */
export function rememberAct(client: QueryClient, act: Act): void {
  noteChange({ kind: 'act', act });
  const key = keyOfActs(act.conversationId);
  const known = client.getQueryData<Act[]>(key);
  const acts = known && withAct(known, act);
  if (acts) client.setQueryData<Act[]>(key, acts);
  else if (known) void client.invalidateQueries({ queryKey: key });
}

/** Reads a conversation's activities again if there are more than are cached; returns whether there may be more. */
export function rememberNewestAct(client: QueryClient, id: string, lastActNo: number): boolean {
  noteChange({ kind: 'acts', id, lastActNo });
  const key = keyOfActs(id);
  const known = client.getQueryData<Act[]>(key);
  if (newestOf(known) >= lastActNo) return false;
  if (known) void client.invalidateQueries({ queryKey: key });
  return true;
}
