/** Rows of a list that each representative sees, to be told which of them others have open. */
import type { ClientFrameOf } from '@parley/contracts/frames';
import { viewersByConversation } from '@parley/core/presence/viewers';
import { findConversationScopes } from '@parley/db/conversations/scopes';
import type { Gateway } from '../gateway.ts';
import type { Connection } from '../sockets/connection.ts';

/** The sockets that see a conversation's row. Nothing is written to anybody else. */
export class Watchers {
  readonly #byConversation = new Map<string, Set<Connection>>();
  readonly #watched = new Map<Connection, readonly string[]>();

  /** These rows and no others. */
  watch(connection: Connection, conversationIds: readonly string[]): void {
    for (const id of this.#watched.get(connection) ?? []) {
      const watching = this.#byConversation.get(id);
      watching?.delete(connection);
      if (watching?.size === 0) this.#byConversation.delete(id);
    }
    for (const id of conversationIds) {
      const watching = this.#byConversation.get(id) ?? new Set();
      this.#byConversation.set(id, watching.add(connection));
    }
    if (conversationIds.length > 0) this.#watched.set(connection, conversationIds);
    else this.#watched.delete(connection);
  }

  /** It is shown this row no more. */
  forget(connection: Connection, conversationId: string): void {
    const watched = this.#watched.get(connection) ?? [];
    if (watched.includes(conversationId)) {
      this.watch(
        connection,
        watched.filter((id) => id !== conversationId),
      );
    }
  }

  of(conversationId: string): ReadonlySet<Connection> | undefined {
    return this.#byConversation.get(conversationId);
  }
}

/** Those of these that the socket's person may see. */
async function visible(
  { db }: Gateway['context'],
  connection: Connection,
  conversationIds: readonly string[],
): Promise<readonly string[]> {
  if (connection.seesAll) return conversationIds;
  const scopes = await findConversationScopes(db, conversationIds);
  return conversationIds.filter((id) => {
    const scope = scopes.get(id);
    return scope !== undefined && connection.sees(scope);
  });
}

/** Says who has one of these rows open, now and from now on. Visitors are told nothing. */
export async function watchViewers(
  { context, inbox }: Gateway,
  connection: Connection,
  { conversationIds }: ClientFrameOf<'watch_viewers'>,
): Promise<void> {
  if (connection.caller.kind !== 'staff' || !connection.isOpen) return;
  const seen = await visible(context, connection, conversationIds);
  inbox.watchers.watch(connection, seen);
  if (seen.length === 0) return;
  for (const [conversationId, viewers] of await viewersByConversation(context, seen)) {
    connection.send({ type: 'viewers', conversationId, viewers });
  }
}
