/** One gateway node: its sockets, and everything they have to do with. */
import type { Socket } from 'node:net';
import type { Control } from '@parley/contracts/live';
import { drainReconnectSeconds } from '@parley/contracts/limits';
import { Problem } from '@parley/contracts/problems';
import { closeCodes } from '@parley/contracts/socket';
import type { Caller } from '@parley/core/callers';
import { type JoinRequest, joinConversations } from '@parley/core/conversations/join';
import type { OpenContext } from '@parley/core/open-context';
import { renewSession } from '@parley/core/sessions';
import type { Metrics } from '@parley/service/metrics';
import { randomToken } from '@parley/service/secrets';
import type { WebSocket } from 'ws';
import type { RealtimeConfig } from './config.ts';
import { gather } from './gather.ts';
import type { Identity } from './identity/identity.ts';
import { Inbox } from './inbox/inbox.ts';
import { createSendLimit, type SendLimit } from './messages/send-limit.ts';
import { createFigures, type Figures } from './metrics.ts';
import { Attendance } from './presence/attendance.ts';
import { leave } from './rooms/join.ts';
import { Rooms } from './rooms/rooms.ts';
import { Allowances } from './sockets/allowance.ts';
import { Connection } from './sockets/connection.ts';
import { Crowd } from './sockets/crowd.ts';
import { encodeFrame } from './sockets/encode.ts';
import { Heartbeat } from './sockets/heartbeat.ts';
import { Outgoing } from './sockets/outgoing.ts';
import { receive } from './sockets/receive.ts';

/** After an interruption sockets are told to resume at this pace, so that their questions come spread out. */
const resumesPerSecond = 2_000;
const paceMs = 50;
/** How often sessions are checked for having run out. */
const recheckMs = 60_000;
/** How often a socket somebody writes over has their session's lifetime counted anew. */
const renewMs = 60_000;

/** A join may bring 200 messages: this many together are still a small answer. */
const joinsPerQuery = 50;
/** Sessions and visitors looked at side by side. */
const rechecksAtOnce = 500;

const resumeFrame = encodeFrame({ type: 'resume' });

export interface GatewayOptions {
  context: OpenContext;
  identity: Identity;
  metrics: Metrics;
  bounds: SocketBounds;
}

/** Sockets on one node at most; 0 for no bound. */
export type SocketBounds = Pick<RealtimeConfig, 'SOCKETS_PER_VISITOR' | 'SOCKETS_PER_ADDRESS'>;

/** A socket that was just upgraded. */
export interface Upgraded {
  socket: WebSocket;
  stream: Socket;
  caller: Caller;
  /** Where it comes from, by the word of a trusted proxy. */
  address: string;
  /** `endings` before the caller was recognised. */
  endings: number;
}

export class Gateway {
  readonly node = randomToken(9);
  readonly context: OpenContext;
  readonly figures: Figures;
  readonly rooms: Rooms;
  readonly inbox: Inbox;
  readonly attendance: Attendance;
  readonly sendLimit: SendLimit;
  /** What whoever joins a conversation gets, or why not: read together with what others ask at the same time. */
  readonly askToJoin;
  readonly #connections = new Set<Connection>();
  readonly #allowances = new Allowances();
  readonly #crowd = new Crowd();
  readonly #bounds: SocketBounds;
  readonly #identity: Identity;
  readonly #heartbeat = new Heartbeat();
  readonly #outgoing = new Outgoing();
  readonly #recheck: NodeJS.Timeout;
  #count = 0;
  #endings = 0;
  #isDraining = false;

  constructor({ context, identity, metrics, bounds }: GatewayOptions) {
    this.context = context;
    this.#bounds = bounds;
    this.sendLimit = createSendLimit(context);
    this.#identity = identity;
    this.askToJoin = gather({
      size: joinsPerQuery,
      answer: (requests: readonly JoinRequest[]) => joinConversations(context, requests),
    });
    this.figures = createFigures(metrics, {
      staff: () => this.inbox.size,
      visitors: () => this.#connections.size - this.inbox.size,
      rooms: () => this.rooms.size,
      bufferedBytes: () => [...this.#connections].reduce((sum, { bufferedBytes }) => sum + bufferedBytes, 0),
    });
    this.rooms = new Rooms(context.publisher, this.figures);
    this.inbox = new Inbox(context.publisher, this.figures);
    this.attendance = new Attendance({ context, rooms: this.rooms, node: this.node });
    this.#recheck = setInterval(() => void this.#recheckEverybody(), recheckMs);
    this.#recheck.unref();
    context.onControl((control) => this.#obey(control));
  }

  /** True when no more sockets are taken. */
  get isDraining(): boolean {
    return this.#isDraining;
  }

  get size(): number {
    return this.#connections.size;
  }

  /** How often somebody's right to be here may have ended, as far as this node has heard. */
  get endings(): number {
    return this.#endings;
  }

  /** @throws Problem `rate_limited` when this address has as many sockets here as one may have */
  refuseCrowd(address: string): void {
    if (isFull(this.#bounds.SOCKETS_PER_ADDRESS, this.#crowd.of(address))) throw tooManySockets();
  }

  /** @throws Problem `rate_limited` when this visitor has as many sockets here as one may have */
  refuseSwarm(caller: Caller): void {
    if (this.#isSwarm(caller, this.#allowances.socketsOf(caller))) throw tooManySockets();
  }

  #isSwarm({ kind }: Caller, sockets: number): boolean {
    return kind === 'visitor' && isFull(this.#bounds.SOCKETS_PER_VISITOR, sockets);
  }

  /** Takes over a socket. What ended while its caller was being recognised met no socket to close: it is looked at now. */
  welcome({ socket, stream, caller, address, endings }: Upgraded): void {
    this.#count += 1;
    const id = `${this.node}.${this.#count}`;
    const { figures } = this;
    // Of many upgraded in the same moment each was the first one when it was looked at.
    const isOneTooMany =
      isFull(this.#bounds.SOCKETS_PER_ADDRESS, this.#crowd.of(address)) ||
      this.#isSwarm(caller, this.#allowances.socketsOf(caller));
    const allowance = this.#allowances.arrived(caller);
    const network = this.#crowd.arrived(address);
    const connection = new Connection({ id, caller, allowance, socket, stream, figures, outgoing: this.#outgoing });
    this.#connections.add(connection);
    if (caller.kind === 'staff') this.inbox.arrived(connection);
    this.#heartbeat.watch(connection);
    this.attendance.arrived(connection);
    socket.on('message', (data: Buffer, isBinary: boolean) => receive(this, connection, data, isBinary));
    socket.on('ping', () => connection.admits());
    socket.on('pong', () => {
      connection.isAlive = true;
      connection.admits();
    });
    socket.on('close', () => {
      this.#allowances.departed(caller);
      this.#crowd.departed(network);
      this.#farewell(connection);
    });
    if (isOneTooMany) connection.close(closeCodes.tryAgainLater, 'Too many sockets');
    if (endings !== this.#endings) void this.#recheckAll([connection]);
  }

  #farewell(connection: Connection): void {
    this.#connections.delete(connection);
    this.inbox.departed(connection);
    this.attendance.departed(connection);
    for (const conversationId of connection.rooms) leave(this, connection, conversationId);
  }

  /** Somebody writes: who works over the socket alone must not be signed out in the middle of it. */
  renew(connection: Connection): void {
    const { caller, renewedAt } = connection;
    const now = Date.now();
    if (caller.kind !== 'staff' || now - renewedAt < renewMs) return;
    connection.renewedAt = now;
    renewSession(this.context, caller.sessionId).catch((error: unknown) =>
      this.context.log.warn({ err: error }, 'a session was not renewed'),
    );
  }

  /**
   * This node's subscriptions were lost and hold again. Everybody is told to resume, a few at a time; whose session
   * ended meanwhile, unheard, is let go.
   */
  interrupted(): void {
    this.#endings += 1;
    void this.#recheckEverybody();
    const waiting = [...this.#connections];
    const step = (): void => {
      for (const connection of waiting.splice(0, (resumesPerSecond * paceMs) / 1000)) connection.write(resumeFrame);
      if (waiting.length > 0) setTimeout(step, paceMs).unref();
    };
    step();
  }

  /**
   * Takes no more sockets, sends those it has away over `seconds`, each at a random moment, finishes what they asked
   * for, and closes whoever is still here.
   */
  async drain(seconds: number = drainReconnectSeconds): Promise<void> {
    this.#isDraining = true;
    for (const connection of this.#connections) {
      connection.send({ type: 'resume', reconnectInMs: Math.floor(Math.random() * seconds * 1000) });
    }
    const deadline = Date.now() + seconds * 1000 + 500;
    while (this.#connections.size > 0 && Date.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    const remaining = [...this.#connections];
    await Promise.all(remaining.map((connection) => connection.settled()));
    for (const connection of remaining) connection.close(closeCodes.goingAway, 'Going away');
  }

  /** Ends timers and presence; sockets still open are cut. */
  async close(): Promise<void> {
    this.#isDraining = true;
    clearInterval(this.#recheck);
    this.#heartbeat.close();
    this.inbox.close();
    for (const connection of this.#connections) connection.terminate();
    await this.attendance.close();
  }

  #obey(control: Control): void {
    if (control.type !== 'settings_changed') this.#endings += 1;
    switch (control.type) {
      case 'end_sessions':
        this.#identity.forgetUser(control.userId);
        return this.#end(
          ({ caller }) =>
            caller.kind === 'staff' && caller.user.id === control.userId && caller.sessionId !== control.exceptSession,
        );
      case 'end_session':
        return this.#end(({ caller }) => caller.kind === 'staff' && caller.sessionId === control.sessionId);
      case 'end_visitor':
        for (const connection of this.attendance.socketsOf(control.visitorId)) {
          if (isOfSession(connection, control.session)) endSession(connection);
        }
        return;
      case 'websites_changed':
        this.#identity.forgetWebsites();
        void this.#recheckEverybody();
        return;
      case 'settings_changed':
    }
  }

  #end(isMeant: (connection: Connection) => boolean): void {
    for (const connection of this.#connections) if (isMeant(connection)) endSession(connection);
  }

  /**
   * Closes sockets whose session, visitor or website is no more. A dependency that is away ends nobody's session. A website that
   * is switched off may come back: its visitors stay who they are, with their history and what they have not sent yet.
   */
  async #recheckAll(connections: Connection[]): Promise<void> {
    const websites = new Map<string, Promise<boolean>>();
    const isWebsiteActive = (websiteId: string): Promise<boolean> => {
      const verdict = websites.get(websiteId) ?? holds(this.#identity.isWebsiteActive(websiteId));
      websites.set(websiteId, verdict);
      return verdict;
    };
    const recheck = async (connection: Connection): Promise<void> => {
      const { caller } = connection;
      const [isHere, isAllowed] = await Promise.all([
        holds(this.#identity.isStillThere(caller)),
        caller.kind === 'staff' || isWebsiteActive(caller.websiteId),
      ]);
      if (!isHere) endSession(connection);
      else if (!isAllowed) connection.close(closeCodes.policyViolation, 'Website not allowed');
    };
    for (let start = 0; start < connections.length; start += rechecksAtOnce) {
      await Promise.all(connections.slice(start, start + rechecksAtOnce).map(recheck));
    }
  }

  #recheckEverybody(): Promise<void> {
    return this.#recheckAll([...this.#connections]);
  }
}

const isFull = (bound: number, sockets: number): boolean => bound > 0 && sockets >= bound;
const tooManySockets = (): Problem =>
  new Problem('rate_limited', 'Too many sockets are open already.', { retryAfterSeconds: 30 });
const holds = (verdict: Promise<boolean>): Promise<boolean> => verdict.catch(() => true);
/** Whether a visitor's socket stands on a token of this session; without one every socket is meant. */
const isOfSession = ({ caller }: Connection, session: string | undefined): boolean =>
  session === undefined || (caller.kind === 'visitor' && caller.session === session);
const endSession = (connection: Connection): void => connection.close(closeCodes.sessionEnded, 'Signed out');
