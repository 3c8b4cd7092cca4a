/** One open socket and who holds it. */
import type { Socket } from 'node:net';
import { isForPart, type ServerFrame, subjectOf } from '@parley/contracts/frames';
import { socketBufferMaxBytes, socketLimits } from '@parley/contracts/limits';
import type { BroadcastHead } from '@parley/contracts/live';
import { grants, type Permission } from '@parley/contracts/permissions/permissions';
import { seesEverything } from '@parley/contracts/permissions/rights';
import { type Placed, sees } from '@parley/contracts/permissions/scope';
import { closeCodes } from '@parley/contracts/socket';
import type { Caller } from '@parley/core/callers';
import { WebSocket } from 'ws';
import type { GatewayMetrics } from '../metrics.ts';
import type { RateLimits } from './rate-limits.ts';
import { encodeFrame, pingFrame } from './encode-frame.ts';
import type { WriteBatch } from './write-batch.ts';
import { TokenBucket } from './token-bucket.ts';

/** A closed socket whose other end says nothing is cut after this long. */
const closeTimeoutMs = 2_000;
/** Work asked for and not done yet; beyond it a socket is told to wait. */
const queueMax = 500;
/** Shared by all who have nothing to do: a promise kept for each socket's last work would grow old for nothing. */
const idle = Promise.resolve();

export interface ConnectionOptions {
  /** Unlike any other's, on any node. */
  id: string;
  caller: Caller;
  rateLimits: RateLimits;
  socket: WebSocket;
  /** What the socket stands on. */
  stream: Socket;
  metrics: GatewayMetrics;
  writeBatch: WriteBatch;
}

export class Connection {
  readonly id: string;
  #caller: Caller;
  /** Of the staff: whether nothing of the team's is kept from them. */
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
  /** A visitor whose page is not being looked at. */
  isAway = false;
  /** When the session's lifetime was last counted anew from here, in epoch milliseconds. */
  renewedAt = 0;
  readonly #socket: WebSocket;
  readonly #stream: Socket;
  readonly #metrics: GatewayMetrics;
  readonly #writeBatch: WriteBatch;
  readonly #openedAt = Date.now();
  /** Of this socket alone: whatever arrives. */
  readonly #frames = new TokenBucket(socketLimits.frame);
  #work = idle;
  #queued = 0;
  /** Frames of this turn of the event loop. */
  #pending: Buffer[] | undefined;
  #pendingBytes = 0;

  constructor(options: ConnectionOptions) {
    this.id = options.id;
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

  /** The same person, with other rights. */
  set caller(caller: Caller) {
    this.#caller = caller;
    this.#seesAll = seesAll(caller);
  }

  get seesAll(): boolean {
    return this.#seesAll;
  }

  /** Whether its person may see a conversation that is there. Visitors see what they are let into. */
  sees(place: Placed): boolean {
    const { caller } = this;
    if (this.#seesAll || caller.kind === 'visitor') return true;
    const { rights, user } = caller;
    return rights !== undefined && grants(rights, 'conversations.read') && sees(rights, user.id, place);
  }

  /** Whether its person may hear a frame of the team's. Who sees a part hears nothing of what is not known to be in it. */
  hears({ type, place }: Pick<BroadcastHead, 'type' | 'place'>): boolean {
    if (isForPart({ type, place })) return !this.#seesAll && place !== undefined && this.sees(place);
    const subject = subjectOf(type);
    if (subject === 'team' || (place !== undefined && this.sees(place))) return true;
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
    return this.#stream.writableLength + this.#pendingBytes;
  }

  send(frame: ServerFrame): void {
    this.write(encodeFrame(frame));
  }

  /**
   * Writes whole encoded frames (`encodeText`) past the websocket library, which would frame them again. Without
   * compression the library writes at once too, so frames keep their order. A reader too slow for its buffer is closed
   * and comes back later: a frame is never dropped quietly.
   */
  write(frames: Buffer, count = 1): void {
    if (this.#socket.readyState !== WebSocket.OPEN) return;
    if (this.bufferedBytes > socketBufferMaxBytes) {
      this.close(closeCodes.tryAgainLater, 'Too slow a reader');
      return;
    }
    this.#metrics.framesOut += count;
    this.#metrics.bytesOut += frames.length;
    this.#pendingBytes += frames.length;
    if (this.#pending) {
      this.#pending.push(frames);
    } else {
      this.#pending = [frames];
      this.#writeBatch.add(this);
    }
  }

  /** Hands what this turn wrote on to the socket. Joined here: one write costs less than gathering several. */
  flush(): void {
    const batch = this.#pending;
    this.#pending = undefined;
    this.#pendingBytes = 0;
    if (!batch || !this.isOpen) return;
    this.#stream.write(batch.length === 1 && batch[0] ? batch[0] : Buffer.concat(batch));
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
    this.write(pingFrame);
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
