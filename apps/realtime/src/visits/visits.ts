/** Pages on this node that report themselves, for websites that show their team who is there. */
import type { Socket } from 'node:net';
import type { Invitation } from '@parley/contracts/visitors/live-visitors';
import { closeCodes } from '@parley/contracts/socket';
import type { Context } from '@parley/core/context';
import { broadcastToInbox } from '@parley/core/live/broadcast';
import { endVisit, recordVisit, renewVisits, visitRenewalSeconds } from '@parley/core/websites/visits';
import { listWebsites } from '@parley/db/websites/websites';
import type { WebSocket } from 'ws';
import type { Heartbeat } from '../sockets/heartbeat.ts';
import { type AdmittedVisit, VisitSocket } from './visit-socket.ts';

/** Dashboards are told at this interval at most that something has changed. */
const tellMs = 3_000;
/** Renewals are spread over this many steps. */
const renewalSteps = 20;

export class Visits {
  readonly #context: Context;
  readonly #heartbeat: Pick<Heartbeat, 'watch'>;
  /** By visit: the page that was opened last in its tab. */
  readonly #sockets = new Map<string, VisitSocket>();
  readonly #renewal: NodeJS.Timeout;
  #telling: NodeJS.Timeout | undefined;
  #waiting: VisitSocket[] = [];

  constructor(context: Context, heartbeat: Pick<Heartbeat, 'watch'>) {
    this.#context = context;
    this.#heartbeat = heartbeat;
    this.#renewal = setInterval(() => this.#renew(), (visitRenewalSeconds * 1000) / renewalSteps);
    this.#renewal.unref();
  }

  get size(): number {
    return this.#sockets.size;
  }

  accept(socket: WebSocket, stream: Socket, visit: AdmittedVisit, closed: () => void): void {
    const opened = new VisitSocket(socket, stream, visit);
    // A tab has one page: an older socket of it is about to close.
    this.#sockets.get(visit.id)?.close(closeCodes.goingAway);
    this.#sockets.set(visit.id, opened);
    this.#heartbeat.watch(opened);
    socket.on('message', (data: Buffer, isBinary: boolean) => this.#received(opened, data, isBinary));
    socket.on('pong', () => (opened.isAlive = true));
    socket.on('close', () => {
      closed();
      if (this.#sockets.get(visit.id) !== opened) return;
      this.#sockets.delete(visit.id);
      this.#inBackground(() => endVisit(this.#context, visit));
    });
  }

  #received(socket: VisitSocket, data: Buffer, isBinary: boolean): void {
    const report = socket.read(data, isBinary);
    if (report) this.#inBackground(() => recordVisit(this.#context, socket.visit, socket.visit.mode, report));
  }

  /** Passes on that the team has begun a conversation with the visitor of a page. */
  invite(visitId: string, token: string): void {
    this.#sockets.get(visitId)?.send(JSON.stringify({ type: 'invited', token } satisfies Invitation));
  }

  /** Closes the pages of websites that have been switched off, or report other things by now. */
  async recheck(): Promise<void> {
    const websites = new Map((await listWebsites(this.#context.db)).map((website) => [website.id, website]));
    for (const socket of this.#sockets.values()) {
      const website = websites.get(socket.visit.websiteId);
      if (!website?.isActive || website.liveVisitors !== socket.visit.mode) socket.close(closeCodes.policyViolation);
    }
  }

  /** Sends all pages away; they come back to another node. */
  drain(): void {
    for (const socket of this.#sockets.values()) socket.close(closeCodes.goingAway);
  }

  close(): void {
    clearInterval(this.#renewal);
    clearTimeout(this.#telling);
    for (const socket of this.#sockets.values()) socket.terminate();
  }

  /** Renews a part of the visits, so that thousands are no burst. */
  #renew(): void {
    if (this.#waiting.length === 0) this.#waiting = [...this.#sockets.values()];
    const part = this.#waiting.splice(0, Math.ceil(this.#sockets.size / (renewalSteps / 2)));
    const visits = part.filter(({ isOpen, hasReported }) => isOpen && hasReported).map(({ visit }) => visit);
    if (visits.length > 0) this.#quietly(() => renewVisits(this.#context, visits));
  }

  /** Changes what dashboards show. Only a hint: while Redis is down the list is late. */
  #inBackground(step: () => Promise<void>): void {
    this.#quietly(step);
    this.#telling ??= setTimeout(() => {
      this.#telling = undefined;
      this.#quietly(() => broadcastToInbox(this.#context, { type: 'live_visitors_updated' }));
    }, tellMs).unref();
  }

  #quietly(step: () => Promise<void>): void {
    step().catch((error: unknown) => this.#context.log.warn({ err: error }, 'a visit was not recorded'));
  }
}
