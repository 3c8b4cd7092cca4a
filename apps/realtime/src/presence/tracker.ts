/**
 * Presence on this node: visitors on their page, representatives signed in, viewing, drafting. Only a hint: when Redis
 * or Postgres is down it is late, and nothing else waits for it.
 */
import type { Context } from '@parley/core/context';
import { publishPresence, publishViewers, markViewing, markViewingEnded } from '@parley/core/presence/viewers';
import { markFocus } from '@parley/core/presence/focus';
import { publishAvailabilities } from '@parley/core/presence/availability';
import { endNode, keepNodeAlive, nodeTtlSeconds } from '@parley/core/presence/nodes';
import { markVisitors, type VisitorPresence } from '@parley/core/presence/visitors';
import { connectionRenewalSeconds, endConnection, keepConnected, recordInput } from '@parley/db/users/availability';
import { markVisitorsSeen } from '@parley/db/visitors/visitors';
import { batch } from '../batch.ts';
import type { Rooms } from '../rooms/rooms.ts';
import { callerId } from '../sockets/rate-limits.ts';
import type { Connection } from '../sockets/connection.ts';

/** Time within which a change of page or tab does not count as absence. */
const graceMs = 3_000;
/** Changes of presence within this time are told together. */
const announceDelayMs = 100;
/** Time after which drafting without confirmation has stopped. */
const draftingEndsMs = 8_000;
/** Number of visitors recorded in one write. */
const visitorsTogether = 200;

export interface PresenceTrackerOptions {
  context: Context;
  rooms: Rooms;
  node: string;
}

export class PresenceTracker {
  readonly #context: Context;
  readonly #rooms: Rooms;
  readonly #node: string;
  /** The sockets of each person, by user or visitor id. */
  readonly #sockets = new Map<string, Set<Connection>>();
  /** Conversations with presence to broadcast next. */
  readonly #changed = new Set<string>();
  #announcement: NodeJS.Timeout | undefined;
  readonly #drafting = new Map<string, NodeJS.Timeout>();
  readonly #graces = new Set<NodeJS.Timeout>();
  readonly #renewals: readonly NodeJS.Timeout[];
  /** Representatives with a socket on this node. */
  readonly #staff = new Set<string>();
  readonly #markSeen: (visitorId: string) => Promise<void>;
  /** In the order of calls. */
  readonly #markVisitor: (presence: VisitorPresence) => Promise<void>;

  constructor({ context, rooms, node }: PresenceTrackerOptions) {
    this.#context = context;
    this.#rooms = rooms;
    this.#node = node;
    this.#markSeen = batch({
      size: visitorsTogether,
      async answer(ids: readonly string[]) {
        await markVisitorsSeen(context.db, ids);
        return ids.map(() => undefined);
      },
    });
    this.#markVisitor = batch({
      size: visitorsTogether,
      async answer(visitors: readonly VisitorPresence[]) {
        await markVisitors(context, node, visitors);
        return visitors.map(() => undefined);
      },
    });
    const renew = (): void => this.#inBackground(() => keepNodeAlive(context, node));
    const renewStaff = (): void => this.#inBackground(() => keepConnected(context.db, [...this.#staff]));
    this.#renewals = [
      setInterval(renew, (nodeTtlSeconds * 1000) / 3),
      setInterval(renewStaff, connectionRenewalSeconds * 1000),
    ];
    renew();
  }

  /** The open sockets of a user or visitor on this node. */
  socketsOf(id: string): Iterable<Connection> {
    return this.#sockets.get(id) ?? [];
  }

  /** How many visitors and representatives have a socket here. */
  get people(): number {
    return this.#sockets.size;
  }

  connected(connection: Connection): void {
    const id = callerId(connection.caller);
    const sockets = this.#sockets.get(id) ?? new Set();
    const isNews = !isLookedAt(sockets);
    this.#sockets.set(id, sockets.add(connection));
    if (isNews) this.#setPresence(connection, true);
  }

  disconnected(connection: Connection): void {
    const id = callerId(connection.caller);
    const rooms = [...connection.rooms];
    this.setFocused(connection, false);
    this.#afterGrace(() => {
      const sockets = this.#sockets.get(id) ?? new Set();
      sockets.delete(connection);
      if (sockets.size === 0) this.#sockets.delete(id);
      // The page that was hidden first has been away since then.
      if (!connection.isAway && !isLookedAt(sockets)) this.#setPresence(connection, false, rooms);
    });
  }

  /** A visitor looks at the page again, or away from it. */
  setAway(connection: Connection, isAway: boolean): void {
    if (connection.isAway === isAway) return;
    connection.isAway = isAway;
    const rooms = [...connection.rooms];
    if (!isAway) return this.#setPresence(connection, true, rooms);
    this.#afterGrace(() => {
      if (connection.isAway && !isLookedAt(this.socketsOf(callerId(connection.caller))))
        this.#setPresence(connection, false, rooms);
    });
  }

  /** A representative's page has got the focus, or lost it. */
  setFocused(connection: Connection, isFocused: boolean): void {
    const { caller } = connection;
    if (caller.kind !== 'staff' || caller.key || connection.isFocused === isFocused) return;
    const { id: userId } = caller.user;
    const wasFocused = hasFocused(this.socketsOf(userId));
    connection.isFocused = isFocused;
    const isNow = hasFocused(this.socketsOf(userId));
    if (isNow === wasFocused) return;
    this.#inBackground(() => markFocus(this.#context, { node: this.#node, userId, isFocused: isNow }));
  }

  /** A representative did something in the dashboard. */
  input(userId: string): void {
    this.#inBackground(async () => {
      await recordInput(this.#context.db, userId);
      await publishAvailabilities(this.#context, [userId]);
    });
  }

  joined(connection: Connection, conversationId: string): void {
    if (connection.caller.kind === 'staff') this.#markViewing(connection, conversationId, false);
    else this.announceSoon(conversationId);
  }

  left(connection: Connection, conversationId: string): void {
    const { caller } = connection;
    if (caller.kind !== 'staff' || caller.key) return;
    this.#stopDrafting(connection, conversationId);
    if (this.#rooms.find(conversationId)?.hasUser(caller.user.id)) return;
    this.#inBackground(async () => {
      await markViewingEnded(this.#context, conversationId, this.#node, caller.user.id);
      this.announceSoon(conversationId);
      await publishViewers(this.#context, conversationId);
    });
  }

  /** A representative drafts a reply, or stops. */
  setDrafting(connection: Connection, conversationId: string, isDrafting: boolean): void {
    if (connection.caller.kind !== 'staff' || connection.caller.key) return;
    const wasDrafting = this.#stopDrafting(connection, conversationId);
    if (isDrafting) {
      const end = setTimeout(() => this.setDrafting(connection, conversationId, false), draftingEndsMs);
      this.#drafting.set(draftKey(connection, conversationId), end);
    }
    if (isDrafting !== wasDrafting) this.#markViewing(connection, conversationId, isDrafting);
  }

  /** Tells the staff in a conversation who is there. */
  announceSoon(conversationId: string): void {
    this.#changed.add(conversationId);
    this.#announcement ??= setTimeout(() => {
      this.#announcement = undefined;
      const changed = [...this.#changed];
      this.#changed.clear();
      this.#inBackground(() => publishPresence(this.#context, changed));
    }, announceDelayMs);
  }

  /** Everybody here is gone, at once. */
  async close(): Promise<void> {
    for (const timer of this.#renewals) clearInterval(timer);
    clearTimeout(this.#announcement);
    for (const timer of [...this.#drafting.values(), ...this.#graces]) clearTimeout(timer);
    await endNode(this.#context, this.#node).catch(() => undefined);
  }

  #afterGrace(step: () => void): void {
    const timer = setTimeout(() => {
      this.#graces.delete(timer);
      step();
    }, graceMs);
    this.#graces.add(timer);
  }

  #markViewing({ caller }: Connection, conversationId: string, isDrafting: boolean): void {
    if (caller.kind !== 'staff' || caller.key) return;
    const { id: userId, name } = caller.user;
    this.#inBackground(async () => {
      await markViewing(this.#context, conversationId, this.#node, { userId, name, isDrafting });
      this.announceSoon(conversationId);
      await publishViewers(this.#context, conversationId);
    });
  }

  #stopDrafting(connection: Connection, conversationId: string): boolean {
    const key = draftKey(connection, conversationId);
    clearTimeout(this.#drafting.get(key));
    return this.#drafting.delete(key);
  }

  #setPresence({ caller }: Connection, isHere: boolean, rooms: readonly string[] = []): void {
    // A program with an API key is nobody whom a visitor could be promised.
    if (caller.kind === 'staff' && caller.key) return;
    this.#inBackground(async () => {
      if (caller.kind === 'staff') {
        await this.#setConnected(caller.user.id, isHere);
        return;
      }
      await this.#markVisitor({ visitorId: caller.visitorId, isHere });
      if (!isHere) await this.#markSeen(caller.visitorId);
      for (const conversationId of rooms) this.announceSoon(conversationId);
    });
  }

  async #setConnected(userId: string, isHere: boolean): Promise<void> {
    const { db } = this.#context;
    if (!isHere) {
      this.#staff.delete(userId);
      return endConnection(db, userId);
    }
    this.#staff.add(userId);
    await keepConnected(db, [userId]);
    await publishAvailabilities(this.#context, [userId]);
  }

  #inBackground(step: () => Promise<void>): void {
    step().catch((error: unknown) => this.#context.log.debug({ err: error }, 'presence was not published'));
  }
}

/** Whether one of these pages is being looked at. One just closed still counts: its person may be on the way to the next. */
function isLookedAt(connections: Iterable<Connection>): boolean {
  for (const { isAway } of connections) if (!isAway) return true;
  return false;
}

function hasFocused(connections: Iterable<Connection>): boolean {
  for (const { isFocused } of connections) if (isFocused) return true;
  return false;
}

const draftKey = (connection: Connection, conversationId: string): string => `${connection.id} ${conversationId}`;
