/** Socket of a page that reports itself: no rooms, no session, as little as a page that is only open may cost. */
import type { Socket } from 'node:net';
import { socketLimits } from '@parley/contracts/frames/limits';
import { closeCodes } from '@parley/contracts/socket';
import { type LiveVisitorMode, PageReport } from '@parley/contracts/visitors/live-visitors';
import type { Visit } from '@parley/core/websites/visits';
import { Compile } from 'typebox/compile';
import { WebSocket } from 'ws';
import type { HeartbeatTarget } from '../sockets/heartbeat.ts';
import { TokenBucket } from '../sockets/token-bucket.ts';

const reportMaxBytes = 8 * 1024;
const report = Compile(PageReport);

/** A page that the website lets report itself. */
export interface AdmittedVisit extends Visit {
  mode: Exclude<LiveVisitorMode, 'off'>;
}

export class VisitSocket implements HeartbeatTarget {
  readonly visit: AdmittedVisit;
  isAlive = true;
  hasReported = false;
  readonly #socket: WebSocket;
  readonly #openedAt = Date.now();
  readonly #reports = new TokenBucket(socketLimits.visit);

  constructor(socket: WebSocket, stream: Socket, visit: AdmittedVisit) {
    this.#socket = socket;
    this.visit = visit;
    stream.setNoDelay(true);
  }

  get isOpen(): boolean {
    return this.#socket.readyState === WebSocket.OPEN;
  }

  isSilent(seconds: number): boolean {
    return !this.hasReported && Date.now() - this.#openedAt > seconds * 1000;
  }

  /** Returns the report that has arrived; one too many is dropped, and what is none ends the socket. */
  read(data: Buffer, isBinary: boolean): PageReport | undefined {
    this.isAlive = true;
    const parsed = isBinary || data.length > reportMaxBytes ? undefined : reportFrom(data.toString());
    if (!parsed) {
      this.close(closeCodes.policyViolation);
      return undefined;
    }
    this.hasReported = true;
    return this.#reports.take() === 0 ? parsed : undefined;
  }

  send(text: string): void {
    this.#socket.send(text);
  }

  ping(): void {
    this.#socket.ping();
  }

  close(code: number): void {
    if (this.isOpen) this.#socket.close(code);
  }

  terminate(): void {
    this.#socket.terminate();
  }
}

function reportFrom(text: string): PageReport | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (!report.Check(value)) return undefined;
    const { url } = value;
    return url === undefined || (URL.canParse(url) && !url.includes('\0') && url.isWellFormed()) ? value : undefined;
  } catch {
    return undefined;
  }
}
