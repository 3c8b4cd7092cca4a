/** Gateway node with its sockets. */
import type { Socket } from 'node:net';
import { isDeepStrictEqual } from 'node:util';
import type { Control } from '@parley/contracts/live';
import { drainReconnectSeconds } from '@parley/contracts/frames/limits';
import { effective } from '@parley/contracts/permissions/permissions';
import { Problem } from '@parley/contracts/problems';
import { closeCodes } from '@parley/contracts/socket';
import type { Caller, StaffCaller } from '@parley/core/callers';
import { type JoinRequest, joinConversations } from '@parley/core/conversations/join';
import type { OpenContext } from '@parley/core/open-context';
import { renewSession } from '@parley/core/sessions';
import { rightsOf } from '@parley/core/permissions/rights';
import { findConversationScopes } from '@parley/db/conversations/scopes';
import type { Metrics } from '@parley/service/metrics';
import { randomToken } from '@parley/service/secrets';
import type { WebSocket } from 'ws';
import type { RealtimeConfig } from './config.ts';
import { batch } from './batch.ts';
import type { Authenticator } from './authentication/authenticate.ts';
import { Inbox } from './inbox/inbox.ts';
import { createSendLimit, type SendLimit } from './messages/send-limit.ts';
import { gatewayMetrics, type GatewayMetrics } from './metrics.ts';
import { PresenceTracker } from './presence/tracker.ts';
import { leave } from './rooms/join.ts';
import { Rooms } from './rooms/rooms.ts';
import { RateLimitsByUser } from './sockets/rate-limits.ts';
import { Connection, textOf } from './sockets/connection.ts';
import { SocketsPerNetwork } from './sockets/sockets-per-network.ts';
import { Heartbeat } from './sockets/heartbeat.ts';
import { WriteBatch } from './sockets/write-batch.ts';
import { handleFrame } from './sockets/handle-frame.ts';
import type { AdmittedVisit } from './visits/visit-socket.ts';
import { Visits } from './visits/visits.ts';

/** After an interruption sockets are told to resume at this pace, so that their questions come spread out. */
const resumesPerSecond = 2_000;
const paceMs = 50;
/** How often sessions are checked for having run out. */
const recheckMs = 60_000;
/** Interval at which writing over a socket renews its session. */
const renewMs = 60_000;

/** A join may bring 200 messages: this many together are still a small answer. */
const joinsPerQuery = 50;
/** Sessions and visitors looked at side by side. */
const rechecksAtOnce = 500;

const resumeFrame = textOf({ type: 'resume' });

export interface GatewayOptions {
  context: OpenContext;
  authenticator: Authenticator;
  metrics: Metrics;
  limits: SocketLimits;
}

/** Sockets on one node at most; 0 for no bound. */
export type SocketLimits = Pick<RealtimeConfig, 'SOCKETS_PER_VISITOR' | 'SOCKETS_PER_ADDRESS'>;

/** A socket that was just upgraded. */
export interface Upgraded {
  socket: WebSocket;
  stream: Socket;
  caller: Caller;
  /** Network of the client (`clientNetwork`), as given by a trusted proxy. */
  network: string;
  /** `revocations` before the caller was recognised. */
  revocations: number;
}

/** Socket of a page that reports itself, just upgraded. */
export interface UpgradedVisit extends Pick<Upgraded, 'socket' | 'stream' | 'network'> {
  visit: AdmittedVisit;
}

export class Gateway {
  readonly node = randomToken(9);
  readonly context: OpenContext;
  readonly metrics: GatewayMetrics;
  readonly rooms: Rooms;
  readonly inbox: Inbox;
  readonly presence: PresenceTracker;
  readonly visits: Visits;
  readonly sendLimit: SendLimit;
  /** Reads the answer to a join, or why it is refused, together with other joins of the same time. */
  readonly askToJoin;
  readonly #connections = new Set<Connection>();
  readonly #rateLimits = new RateLimitsByUser();
  readonly #socketsPerNetwork = new SocketsPerNetwork();
  readonly #limits: SocketLimits;
  readonly #authenticator: Authenticator;
  readonly #heartbeat = new Heartbeat();
  readonly #writeBatch = new WriteBatch();
  readonly #recheckTimer: NodeJS.Timeout;
  #count = 0;
  #revocations = 0;
  #isDraining = false;

  constructor({ context, authenticator, metrics, limits }: GatewayOptions) {
    this.context = context;
    this.#limits = limits;
    this.sendLimit = createSendLimit(context);
    this.#authenticator = authenticator;
    this.askToJoin = batch({
      size: joinsPerQuery,
      answer: (requests: readonly JoinRequest[]) => joinConversations(context, requests),
    });
    this.metrics = gatewayMetrics(metrics, {
      staff: () => this.inbox.size,
      visitors: () => this.#connections.size - this.inbox.size,
      visits: () => this.visits.size,
      rooms: () => this.rooms.size,
      bufferedBytes: () => [...this.#connections].reduce((sum, { bufferedBytes }) => sum + bufferedBytes, 0),
    });
    this.rooms = new Rooms(context.publisher, this.metrics);
    this.inbox = new Inbox(context.publisher, this.metrics, (connection, conversationId) =>
      this.#left(connection, conversationId),
    );
    this.presence = new PresenceTracker({ context, rooms: this.rooms, node: this.node });
    this.visits = new Visits(context, this.#heartbeat);
    this.#recheckTimer = setInterval(() => void this.#recheckAll(), recheckMs);
    this.#recheckTimer.unref();
    context.onControl((control) => this.#onControl(control));
  }

  /** True when no more sockets are taken. */
  get isDraining(): boolean {
    return this.#isDraining;
  }

  get size(): number {
    return this.#connections.size;
  }

  /** Number of revocations of access that this node has received. */
  get revocations(): number {
    return this.#revocations;
  }

  /** @throws Problem `rate_limited` when this network has as many sockets here as one may have */
  refuseAboveNetworkLimit(network: string): void {
    if (this.#isAtNetworkLimit(network)) throw tooManySockets();
  }

  /** @throws Problem `rate_limited` when this visitor has as many sockets here as one may have */
  refuseAboveVisitorLimit(caller: Caller): void {
    if (this.#isAtVisitorLimit(caller, this.#rateLimits.socketsOf(caller))) throw tooManySockets();
  }

  #isAtNetworkLimit(network: string): boolean {
    return isAtLimit(this.#limits.SOCKETS_PER_ADDRESS, this.#socketsPerNetwork.count(network));
  }

  #isAtVisitorLimit({ kind }: Caller, sockets: number): boolean {
    return kind === 'visitor' && isAtLimit(this.#limits.SOCKETS_PER_VISITOR, sockets);
  }

  /** Takes over a socket. What ended while its caller was being recognised met no socket to close: it is looked at now. */
  accept({ socket, stream, caller, network, revocations }: Upgraded): void {
    this.#count += 1;
    const id = `${this.node}.${this.#count}`;
    const { metrics } = this;
    // When several are upgraded at the same moment, each was the first when it was checked.
    const isOneTooMany =
      this.#isAtNetworkLimit(network) || this.#isAtVisitorLimit(caller, this.#rateLimits.socketsOf(caller));
    const rateLimits = this.#rateLimits.connected(caller);
    this.#socketsPerNetwork.add(network);
    const connection = new Connection({
      id,
      caller,
      network,
      rateLimits,
      socket,
      stream,
      metrics,
      writeBatch: this.#writeBatch,
    });
    this.#connections.add(connection);
    if (caller.kind === 'staff') this.inbox.add(connection);
    this.#heartbeat.watch(connection);
    this.presence.connected(connection);
    socket.on('message', (data: Buffer, isBinary: boolean) => handleFrame(this, connection, data, isBinary));
    socket.on('ping', () => connection.countFrame());
    socket.on('pong', () => {
      connection.isAlive = true;
      connection.countFrame();
    });
    socket.on('close', () => {
      this.#rateLimits.disconnected(caller);
      this.#socketsPerNetwork.remove(network);
      this.#remove(connection);
    });
    if (isOneTooMany) connection.close(closeCodes.tryAgainLater, 'Too many sockets');
    if (revocations !== this.#revocations) void this.#recheck([connection]);
  }

  /** Takes over the socket of a page that reports itself. */
  acceptVisit({ socket, stream, network, visit }: UpgradedVisit): void {
    if (this.#isAtNetworkLimit(network)) return socket.terminate();
    this.#socketsPerNetwork.add(network);
    this.visits.accept(socket, stream, visit, () => this.#socketsPerNetwork.remove(network));
  }

  #remove(connection: Connection): void {
    this.#connections.delete(connection);
    this.inbox.remove(connection);
    this.presence.disconnected(connection);
    for (const conversationId of connection.rooms) leave(this, connection, conversationId);
  }

  /** Renews the session on input: a user who works over the socket alone must not be signed out, nor count as away. */
  renewSession(connection: Connection): void {
    const { caller, renewedAt } = connection;
    const now = Date.now();
    if (caller.kind !== 'staff' || caller.key || now - renewedAt < renewMs) return;
    connection.renewedAt = now;
    this.presence.input(caller.user.id);
    renewSession(this.context, caller.sessionId).catch((error: unknown) =>
      this.context.log.warn({ err: error }, 'a session was not renewed'),
    );
  }

  /**
   * Asks all clients to resume, a few at a time, after lost subscriptions are restored; closes those with sessions that
   * ended unnoticed.
   */
  resumeAll(): void {
    this.#revocations += 1;
    void this.#recheckAll();
    const waiting = [...this.#connections];
    const step = (): void => {
      for (const connection of waiting.splice(0, (resumesPerSecond * paceMs) / 1000)) connection.write(resumeFrame);
      if (waiting.length > 0) setTimeout(step, paceMs).unref();
    };
    step();
  }

  /**
   * Stops accepting sockets, sends open ones away over `seconds`, each at a random moment, finishes their requests, and
   * closes those that remain.
   */
  async drain(seconds: number = drainReconnectSeconds): Promise<void> {
    this.#isDraining = true;
    this.visits.drain();
    for (const connection of this.#connections) {
      connection.send({ type: 'resume', reconnectInMs: Math.floor(Math.random() * seconds * 1000) });
    }
    const deadline = Date.now() + seconds * 1000 + 500;
    while (this.#connections.size > 0 && Date.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    const remaining = [...this.#connections];
    await Promise.all(remaining.map((connection) => connection.whenIdle()));
    for (const connection of remaining) connection.close(closeCodes.goingAway, 'Going away');
  }

  /** Ends timers and presence; sockets still open are cut. */
  async close(): Promise<void> {
    this.#isDraining = true;
    clearInterval(this.#recheckTimer);
    this.#heartbeat.close();
    this.inbox.close();
    this.visits.close();
    for (const connection of this.#connections) connection.terminate();
    await this.presence.close();
  }

  #onControl(control: Control): void {
    if (!takesNothingAway.has(control.type)) this.#revocations += 1;
    switch (control.type) {
      case 'end_sessions':
        this.#authenticator.forgetUser(control.userId);
        return this.#end(
          ({ caller }) =>
            caller.kind === 'staff' && caller.user.id === control.userId && caller.sessionId !== control.exceptSession,
        );
      case 'end_session':
        return this.#end(({ caller }) => caller.kind === 'staff' && caller.sessionId === control.sessionId);
      case 'end_visitor':
        for (const connection of this.presence.socketsOf(control.visitorId)) {
          if (isOfSession(connection, control.session)) endSession(connection);
        }
        return;
      case 'visitors_blocked':
        for (const visitorId of control.visitorIds)
          for (const connection of this.presence.socketsOf(visitorId)) connection.isBlocked = control.isBlocked;
        return;
      case 'websites_changed':
        this.#authenticator.forgetWebsites();
        // A deleted website may reduce a user's scope.
        this.#authenticator.forgetUsers();
        void this.#recheckAll();
        void this.visits
          .recheck()
          .catch((error: unknown) => this.context.log.warn({ err: error }, 'visits not checked'));
        return;
      case 'visitor_invited':
        return this.visits.invite(control.visitId, control.token);
      case 'rights_changed':
        this.#authenticator.forgetUsers();
        void this.#recheckAll();
        return;
      case 'session_changed':
      case 'settings_changed':
        // The networks that the team may come from may be others.
        void this.#recheck([...this.#connections].filter(({ caller }) => caller.kind === 'staff'));
    }
  }

  #end(isMeant: (connection: Connection) => boolean): void {
    for (const connection of this.#connections) if (isMeant(connection)) endSession(connection);
  }

  /**
   * Closes sockets after their session, visitor or website was deleted. A dependency that is down ends no session. A
   * website that is switched off may return: its visitors keep their identity, history and unsent messages.
   */
  async #recheck(connections: Connection[]): Promise<void> {
    const websites = new Map<string, Promise<boolean>>();
    const isWebsiteActive = (websiteId: string): Promise<boolean> => {
      const verdict = websites.get(websiteId) ?? orTrueIfUnknown(this.#authenticator.isWebsiteActive(websiteId));
      websites.set(websiteId, verdict);
      return verdict;
    };
    const recheck = async (connection: Connection): Promise<void> => {
      const { caller } = connection;
      const [present, isAllowed] = await Promise.all([
        this.#authenticator.presently(caller).catch(() => caller),
        caller.kind === 'staff' || isWebsiteActive(caller.websiteId),
      ]);
      if (!present) endSession(connection);
      else if (!isAllowed) connection.close(closeCodes.policyViolation, 'Website not allowed');
      else if (present.kind === 'staff') await this.#applyRights(connection, present);
    };
    for (let start = 0; start < connections.length; start += rechecksAtOnce) {
      await Promise.all(connections.slice(start, start + rechecksAtOnce).map(recheck));
    }
  }

  /**
   * Applies changed rights: the connection leaves conversations it may no longer see, and its client is asked to reload
   * everything.
   */
  async #applyRights(connection: Connection, caller: StaffCaller): Promise<void> {
    const before = connection.caller;
    if (before.kind !== 'staff' || isDeepStrictEqual(before.rights, caller.rights)) return;
    connection.caller = caller;
    if (!caller.rights) return;
    this.inbox.watchers.watch(connection, []);
    const open = [...connection.rooms];
    const scopes = await findConversationScopes(this.context.db, open);
    for (const id of open) {
      const scope = scopes.get(id);
      if (!scope || !connection.sees(scope)) this.#left(connection, id);
    }
    connection.send({ type: 'rights_updated', rights: effective(await rightsOf(this.context, caller)) });
  }

  #left(connection: Connection, conversationId: string): void {
    leave(this, connection, conversationId);
    this.inbox.watchers.forget(connection, conversationId);
    connection.send({ type: 'conversation_left', conversationId });
  }

  #recheckAll(): Promise<void> {
    return this.#recheck([...this.#connections]);
  }
}

/** Control messages after which nobody may less than before. */
const takesNothingAway: ReadonlySet<Control['type']> = new Set([
  'settings_changed',
  'session_changed',
  'visitor_invited',
]);

const isAtLimit = (bound: number, sockets: number): boolean => bound > 0 && sockets >= bound;
const tooManySockets = (): Problem =>
  new Problem('rate_limited', 'Too many sockets are open already.', { retryAfterSeconds: 30 });
const orTrueIfUnknown = (verdict: Promise<boolean>): Promise<boolean> => verdict.catch(() => true);
/** Whether a visitor's socket stands on a token of this session; without one every socket is meant. */
const isOfSession = ({ caller }: Connection, session: string | undefined): boolean =>
  session === undefined || (caller.kind === 'visitor' && caller.session === session);
const endSession = (connection: Connection): void => connection.close(closeCodes.sessionEnded, 'Signed out');
