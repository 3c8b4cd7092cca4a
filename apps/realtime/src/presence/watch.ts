/** Who of the team sees which rows of a list, to be told who has one of them open. */
import type { ClientFrameOf } from '@parley/contracts/frames';
import { viewersByConversation } from '@parley/core/presence/viewers';
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

  of(conversationId: string): ReadonlySet<Connection> | undefined {
    return this.#byConversation.get(conversationId);
  }
}

/** Says who has one of these rows open, now and from now on. Visitors are told nothing. */
export async function watchViewers(
  { context, inbox }: Gateway,
  connection: Connection,
  { conversationIds }: ClientFrameOf<'watch_viewers'>,
): Promise<void> {
  if (connection.caller.kind !== 'staff' || !connection.isOpen) return;
  inbox.watchers.watch(connection, conversationIds);
  if (conversationIds.length === 0) return;
  for (const [conversationId, viewers] of await viewersByConversation(context, conversationIds)) {
    connection.send({ type: 'viewers', conversationId, viewers });
  }
}
