/** Telling other processes and dashboards about a change that is committed already. */
import type { ServerFrame } from '@parley/contracts/frames';
import type { Control } from '@parley/contracts/live';
import { announceControl, type Context } from './context.ts';
import { toInbox } from './events/broadcast.ts';

/**
 * Tells every process (`control`) and every signed-in representative (`frame`). Redis being away is no failure of the
 * caller's: the change holds, and copies go stale for seconds at most.
 */
export async function tellOthers(
  context: Pick<Context, 'publisher' | 'log'>,
  { control, frame }: { control?: Control; frame?: ServerFrame },
): Promise<void> {
  try {
    await Promise.all([
      control ? announceControl(context, control) : undefined,
      frame ? toInbox(context, frame) : undefined,
    ]);
  } catch (error) {
    context.log.warn({ err: error }, 'a change was not announced');
  }
}
