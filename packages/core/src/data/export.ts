/** Handing everything over as one JSON document, written as it is read. */
import { exportConversations } from '@parley/db/conversations/export';
import type { StaffCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { scopeSql } from '../users/scope.ts';

/** `conversations-2026-11-21.json` */
export const exportFileName = (now = new Date()): string => `conversations-${now.toISOString().slice(0, 10)}.json`;

/**
 * The document in pieces, of what the caller may see: `{"exportedAt", "conversations": [ … ]}`, each conversation with all its messages. Memory
 * stays flat at any size, and reading waits for whoever takes the pieces.
 */
export async function* conversationsDocument(
  context: Pick<Context, 'db' | 'settings'>,
  caller?: StaffCaller,
): AsyncGenerator<string> {
  yield `{"exportedAt":${JSON.stringify(new Date().toISOString())},"conversations":`;
  yield* exportConversations(context.db, caller && (await scopeSql(context, caller)));
  yield '}\n';
}
