/** Open socket and its holder. */
import type { Socket } from 'node:net';
import { isForPart, type ServerFrame, subjectOf } from '@parley/contracts/frames';
import { socketBufferMaxBytes, socketLimits } from '@parley/contracts/frames/limits';
import type { BroadcastHead } from '@parley/contracts/live';
import { grants, type Permission } from '@parley/contracts/permissions/permissions';
import { seesEverything } from '@parley/contracts/permissions/rights';
import { type ConversationScope, sees } from '@parley/contracts/permissions/scope';
import { closeCodes } from '@parley/contracts/socket';
import type { Caller } from '@parley/core/callers';
import { WebSocket } from 'ws';
import type { GatewayMetrics } from '../metrics.ts';
import type { RateLimits } from './rate-limits.ts';
import type { WriteBatch } from './write-batch.ts';
import { TokenBucket } from './token-bucket.ts';

/** Time after which a closed socket with a silent other end is cut. */
const closeTimeoutMs = 2_000;
/** Work asked for and not done yet; beyond it a socket is told to wait. */
const queueMax = 500;
/** Shared by all who have nothing to do: a promise kept for each socket's last work would grow old for nothing. */
const idle = Promise.resolve();

/** `ws` takes bytes for binary frames otherwise. */
const asText = { binary: false };

/** A frame as `write` takes it: made once, however many sockets it goes to. */
export const textOf = (frame: ServerFrame): Buffer => Buffer.from(JSON.stringify(frame));

export interface ConnectionOptions {
  /** Unlike any other's, on any node. */
  id: string;
  caller: Caller;
  /** Network of the client (`clientNetwork`). */
  network: string;
  rateLimits: RateLimits;
  socket: WebSocket;
  /** Connection underneath the socket. */
  stream: Socket;
  metrics: GatewayMetrics;
  writeBatch: WriteBatch;
}

export class Connection {
  readonly id: string;
  readonly network: string;
  #caller: Caller;
  /** Whether a staff caller may see everything of the team. */
  #seesAll = false;
  /** The conversations it has joined. */
  readonly rooms = new Set<string>();
  /** Its person's, shared by all their sockets. */
  readonly rateLimits: RateLimits;
  /** A frame has arrived that was one. */
  hasSentFrame = false;
  /** The team wants to hear nothing more of this visitor. */
  isBlocked = false;
  malformedInARow = 0;
  /** Something arrived since the last heartbeat. */
  isAlive = true;
  /** Whether the visitor's page is hidden. */
  isAway = false;
  /** A representative's page has the focus. */
  isFocused = false;
  /** Time of the session's last renewal from here, in epoch milliseconds. */
  renewedAt = 0;
  readonly #socket: WebSocket;
  readonly #stream: Socket;
  readonly #metrics: GatewayMetrics;
  readonly #writeBatch: WriteBatch;
  readonly #openedAt = Date.now();
  /** Limits this socket alone: frames of all kinds. */
  readonly #frames = new TokenBucket(socketLimits.frame);
  #work = idle;
  #queued = 0;
  /** Frames are held back until the turn of the event loop ends. */
  #isHolding = false;

  constructor(options: ConnectionOptions) {
    this.id = options.id;
    this.network = options.network;
    this.#caller = options.caller;
    this.#seesAll = seesAll(options.caller);
    this.rateLimits = options.rateLimits;
    this.#socket = options.socket;
    this.#stream = options.stream;
    this.#metrics = options.metrics;
    this.#writeBatch = options.writeBatch;
  }

  get caller(): Caller {
    return this.#caller;
  }

  /** Replaces the caller by the same person with other rights. */
  set caller(caller: Caller) {
    this.#caller = caller;
    this.#seesAll = seesAll(caller);
  }

  get seesAll(): boolean {
    return this.#seesAll;
  }

  /** Whether its person may see a conversation that is there. Visitors see what they are let into. */
  sees(scope: ConversationScope): boolean {
    const { caller } = this;
    if (this.#seesAll || caller.kind === 'visitor') return true;
    const { rights, user } = caller;
    return rights !== undefined && grants(rights, 'conversations.read') && sees(rights, user.id, scope);
  }

  /** Whether its person may hear a frame of the team's. Who sees a part hears nothing of what is not known to be in it. */
  hears({ type, scope }: Pick<BroadcastHead, 'type' | 'scope'>): boolean {
    if (isForPart({ type, scope })) return !this.#seesAll && scope !== undefined && this.sees(scope);
    const subject = subjectOf(type);
    if (subject === 'team' || (scope !== undefined && this.sees(scope))) return true;
    return subject === 'conversation' || subject === 'contact' ? this.#seesAll : this.#has(subject);
  }

  #has(permission: Permission): boolean {
    const { caller } = this;
    return caller.kind === 'staff' && caller.rights !== undefined && grants(caller.rights, permission);
  }

  get isOpen(): boolean {
    return this.#socket.readyState === WebSocket.OPEN;
  }

  /** Bytes written that the other end has not taken. */
  get bufferedBytes(): number {
    return this.#socket.bufferedAmount;
  }

  send(frame: ServerFrame): void {
    this.write(textOf(frame));
  }

  /**
   * Writes one frame: its text in UTF-8. The stream below is corked until the turn ends, so that a turn's frames take one
   * system call. A reader too slow for its buffer is closed and comes back later: a frame is never dropped quietly.
   */
  write(text: Buffer): void {
    if (!this.isOpen) return;
    if (this.bufferedBytes > socketBufferMaxBytes) {
      this.close(closeCodes.tryAgainLater, 'Too slow a reader');
      return;
    }
    this.#metrics.framesOut += 1;
    this.#metrics.bytesOut += text.length;
    if (!this.#isHolding) {
      this.#isHolding = true;
      this.#stream.cork();
      this.#writeBatch.add(this);
    }
    this.#socket.send(text, asText);
  }

  /** Lets go of what this turn wrote. */
  flush(): void {
    if (!this.#isHolding) return;
    this.#isHolding = false;
    this.#stream.uncork();
  }

  /** Runs steps, which must not throw, one after the other in the order they were asked for. False when there are too many already. */
  queue(step: () => Promise<void>): boolean {
    if (this.#queued >= queueMax) return false;
    this.#queued += 1;
    this.#work = this.#run(this.#work, step);
    return true;
  }

  async #run(before: Promise<void>, step: () => Promise<void>): Promise<void> {
    if (before !== idle) await before;
    await step();
    this.#queued -= 1;
    if (this.#queued === 0) this.#work = idle;
  }

  /** Resolves when everything asked for so far is done. */
  async whenIdle(): Promise<void> {
    await this.#work;
  }

  ping(): void {
    if (this.isOpen) this.#socket.ping();
  }

  /** A visitor's socket over which not one frame has come in so many seconds: no widget is behind it. */
  isSilent(seconds: number): boolean {
    return !this.hasSentFrame && this.caller.kind === 'visitor' && Date.now() - this.#openedAt > seconds * 1000;
  }

  /** Counts what arrived. False when it was too much: then the socket is closed, and so is what it sends on. */
  countFrame(): boolean {
    if (!this.isOpen) return false;
    if (this.#frames.take() === 0) return true;
    this.#metrics.limited += 1;
    this.close(closeCodes.policyViolation, 'Too many frames');
    return false;
  }

  close(code: number, reason: string): void {
    if (!this.isOpen) return;
    this.#metrics.closed.set(code, (this.#metrics.closed.get(code) ?? 0) + 1);
    // The batched frames go out first: after this the process may end.
    this.flush();
    this.#socket.close(code, reason);
    setTimeout(() => this.#socket.terminate(), closeTimeoutMs).unref();
  }

  terminate(): void {
    this.#socket.terminate();
  }
}

const seesAll = (caller: Caller): boolean =>
  caller.kind === 'staff' &&
  caller.rights !== undefined &&
  seesEverything(caller.rights) &&
  caller.rights.permissions.includes('conversations.read');
