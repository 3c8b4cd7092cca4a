/** A visitor moved to another page of the website, looks away, or comes back. */
import type { ClientFrameOf } from '@parley/contracts/frames';
import { updateByVisitor } from '@parley/core/visitors/identify';
import type { Gateway } from '../gateway.ts';
import type { Connection } from '../sockets/connection.ts';

export async function visit(
  { context, presence }: Gateway,
  connection: Connection,
  { url, title, isAway }: ClientFrameOf<'visit'>,
): Promise<void> {
  if (connection.caller.kind !== 'visitor') return;
  if (url !== undefined) {
    await updateByVisitor(context, connection.caller, { page: { url, ...(title === undefined ? {} : { title }) } });
    for (const conversationId of connection.rooms) presence.announceSoon(conversationId);
  }
  if (isAway !== undefined) presence.setAway(connection, isAway);
}
