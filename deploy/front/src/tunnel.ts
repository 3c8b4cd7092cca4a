import { type IncomingMessage, type OutgoingHttpHeaders, request as httpRequest } from 'node:http';
import { type Duplex, pipeline } from 'node:stream';
import { hasBody } from '@parley/service/request-timeouts';
import { framingFault } from './framing.ts';
import { endToEnd, type Forwarding } from './forwarding.ts';
import { unavailableBody, unavailableHeaders } from './unavailable.ts';
import type { Upstreams } from './upstreams.ts';

const connectMilliseconds = 2000;
/** Long, because thousands may come back at once after a restart. */
const answerMilliseconds = 30_000;

/**
 * Whether a request asks to become a websocket (RFC 6455, section 4.1). What comes after one with a body, or with doubtful
 * framing, could be read as either; it is no handshake but an ordinary request.
 */
export function isHandshake(request: IncomingMessage): boolean {
  const { method, httpVersion, headers } = request;
  const isAsked = method === 'GET' && httpVersion === '1.1' && headers.upgrade?.toLowerCase() === 'websocket';
  return isAsked && !hasBody(request) && !framingFault(request);
}

/**
 * Joins websocket clients to a service. The opening handshake is passed through as it is, a refusal included; after it
 * bytes go both ways unread.
 */
export class Tunnel {
  readonly #upstreams: Upstreams;
  readonly #forwarding: Forwarding;
  readonly #open = new Set<Duplex>();

  constructor(upstreams: Upstreams, forwarding: Forwarding) {
    this.#upstreams = upstreams;
    this.#forwarding = forwarding;
  }

  async handle(request: IncomingMessage, client: Duplex, head: Buffer): Promise<void> {
    client.on('error', () => client.destroy());
    for (const url of this.#upstreams.inTurn()) {
      const answer = await this.#ask(url, request, client);
      if (!answer) {
        this.#upstreams.distrust(url);
        continue;
      }
      const { message, service } = answer;
      // The headers of the connection itself belong to an upgrade (RFC 6455, section 4.2.2), but not to a refusal.
      const headers = service ? message.headers : { ...endToEnd(message.headers), connection: 'close' };
      client.write(headText(message.statusCode, message.statusMessage, headers));
      if (service) this.#join(client, service, head);
      else pipeline(message, client, () => client.destroy());
      return;
    }
    client.write(headText(503, 'Service Unavailable', { ...unavailableHeaders, connection: 'close' }));
    client.end(unavailableBody);
  }

  /** Ends every joined connection. */
  close(): void {
    for (const client of this.#open) client.destroy();
  }

  /** Passes the handshake to one instance; undefined when it does not answer. */
  #ask(url: URL, request: IncomingMessage, client: Duplex): Promise<Answer | undefined> {
    const headers = { ...this.#forwarding(request), connection: 'Upgrade', upgrade: 'websocket' };
    const { hostname, port } = url;
    const outgoing = httpRequest({ hostname, port, path: request.url, headers, agent: false });
    const { promise, resolve } = Promise.withResolvers<Answer | undefined>();
    let patience = setTimeout(() => outgoing.destroy(), connectMilliseconds);
    outgoing.once('socket', (socket) =>
      socket.once('connect', () => {
        clearTimeout(patience);
        patience = setTimeout(() => outgoing.destroy(), answerMilliseconds);
      }),
    );
    outgoing.once('upgrade', (message, service, head) => {
      service.unshift(head);
      resolve({ message, service });
    });
    outgoing.once('response', (message) => resolve({ message }));
    outgoing.on('error', () => resolve(undefined));
    outgoing.once('close', () => resolve(undefined));
    client.once('close', () => outgoing.destroy());
    outgoing.end();
    void promise.then(() => clearTimeout(patience));
    return promise;
  }

  #join(client: Duplex, service: Duplex, head: Buffer): void {
    this.#open.add(client);
    service.on('error', () => service.destroy());
    service.once('close', () => client.destroy());
    client.once('close', () => {
      service.destroy();
      this.#open.delete(client);
    });
    service.write(head);
    client.pipe(service).pipe(client);
  }
}

/** Without `service`, a refusal. */
interface Answer {
  message: IncomingMessage;
  service?: Duplex;
}

function headText(status = 502, reason = '', headers: OutgoingHttpHeaders = {}): string {
  const lines = Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((each) => `${name}: ${each}\r\n`),
  );
  return `HTTP/1.1 ${status} ${reason}\r\n${lines.join('')}\r\n`;
}
