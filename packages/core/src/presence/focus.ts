/** Tracks which users look at the dashboard: a page of theirs has the focus on a living gateway node. */
import { keys } from '@parley/service/redis';
import type { Context } from '../context.ts';
import { changePresence, readPresence } from './nodes.ts';

type FocusContext = Pick<Context, 'redis' | 'prefix'>;

const focusKey = ({ prefix }: Pick<Context, 'prefix'>, userId: string): string => keys(prefix).key('focus', userId);

/** On `node` a page of the user has the focus now, or none has. */
export async function markFocus(
  context: FocusContext,
  { node, userId, isFocused }: { node: string; userId: string; isFocused: boolean },
): Promise<void> {
  const detail = isFocused ? '' : undefined;
  await changePresence(context, [{ key: focusKey(context, userId), node, member: userId, detail }]);
}

/** Returns whether any page of the user has the focus. */
export async function hasFocus(context: FocusContext, userId: string): Promise<boolean> {
  return (await readPresence(context, focusKey(context, userId))).length > 0;
}
