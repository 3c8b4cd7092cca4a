/** Publishes a change that is committed already to other processes and dashboards. */
import type { ServerFrame } from '@parley/contracts/frames';
import type { Control } from '@parley/contracts/live';
import { publishControl, type Context } from '../context.ts';
import { type About, broadcastToInbox, broadcastToUser } from './broadcast.ts';

/**
 * Publishes to every process (`control`) and every signed-in representative (`frame`). An outage of Redis does not fail
 * the caller: the change stays, and copies are stale for seconds at most.
 */
export async function publishChange(
  context: Pick<Context, 'publisher' | 'log'>,
  { control, frame, about }: { control?: Control; frame?: ServerFrame; about?: About },
): Promise<void> {
  try {
    await Promise.all([
      control ? publishControl(context, control) : undefined,
      frame ? broadcastToInbox(context, frame, about) : undefined,
    ]);
  } catch (error) {
    context.log.warn({ err: error }, 'a change was not published');
  }
}

/** Sends a private frame to all devices of a user. Like `publishChange`, it never fails. */
export async function publishToUser(
  context: Pick<Context, 'publisher' | 'log'>,
  userId: string,
  frame: ServerFrame,
  about?: About,
): Promise<void> {
  try {
    await broadcastToUser(context, userId, frame, about);
  } catch (error) {
    context.log.warn({ err: error }, 'a frame for a user was not published');
  }
}
