/** Handing everything over as one JSON document, written as it is read. */
import { exportConversations } from '@parley/db/conversations/export';
import type { Context } from '../context.ts';

/** `conversations-2026-11-21.json` */
export const exportFileName = (now = new Date()): string => `conversations-${now.toISOString().slice(0, 10)}.json`;

/**
 * The document in pieces: `{"exportedAt", "conversations": [ … ]}`, each conversation with all its messages. Memory
 * stays flat at any size, and reading waits for whoever takes the pieces.
 */
export async function* conversationsDocument(context: Pick<Context, 'db'>): AsyncGenerator<string> {
  yield `{"exportedAt":${JSON.stringify(new Date().toISOString())},"conversations":`;
  yield* exportConversations(context.db);
  yield '}\n';
}
