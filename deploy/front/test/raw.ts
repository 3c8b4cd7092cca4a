/** Clients and services that write to their sockets what no library would. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import {
  type AddressInfo,
  connect,
  createServer as createRawServer,
  type Server as RawServer,
  type Socket,
} from 'node:net';

export const addressOf = (server: RawServer) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

/** Request as a service has understood it. */
export interface Seen {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingMessage['headers'];
  body: string;
}

/** An API that notes what it is sent and answers with what it was asked; `/api/refuse…` it refuses before reading. */
export async function noting(): Promise<{ url: string; seen: Seen[]; stop: () => void }> {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    const { method, url, headers } = request;
    const note: Seen = { method, url, headers, body: '' };
    seen.push(note);
    if (url?.startsWith('/api/refuse')) {
      response.writeHead(413).end('refused');
      return;
    }
    request.setEncoding('latin1').on('data', (text: string) => (note.body += text));
    request.on('end', () => response.end(`${method} ${url}`));
  });
  // Unreadable requests must not have been sent. A connection that ended in the middle of one is no fault.
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const isGarbage = error.code?.startsWith('HPE_') && error.code !== 'HPE_INVALID_EOF_STATE';
    if (isGarbage) seen.push({ method: 'garbage', url: error.code, headers: {}, body: '' });
    socket.destroy();
  });
  await listening(server);
  return { url: addressOf(server), seen, stop: () => stop(server) };
}

/** A service that answers `/api/victim` properly and everything else with the given bytes, on one kept connection. */
export async function answering(bytes: string): Promise<{ url: string; stop: () => void }> {
  const sockets = new Set<Socket>();
  const server = createRawServer((socket) => {
    sockets.add(socket);
    let text = '';
    socket.on('error', () => socket.destroy());
    socket.setEncoding('latin1').on('data', (piece: string) => {
      text += piece;
      const heads = text.split('\r\n\r\n');
      text = heads.pop() ?? '';
      for (const head of heads) {
        const isVictim = head.includes(' /api/victim');
        socket.write(isVictim ? 'HTTP/1.1 200 OK\r\nContent-Length: 15\r\n\r\nGET /api/victim' : bytes, 'latin1');
      }
    });
  });
  await listening(server);
  return {
    url: addressOf(server),
    stop: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

async function listening(server: RawServer): Promise<void> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
}

function stop(server: Server): void {
  server.closeAllConnections();
  server.close();
}

/** A connection to `url` by which bytes are sent as they are. */
export class RawClient {
  readonly socket: Socket;
  received = '';

  constructor(url: string) {
    const { hostname, port } = new URL(url);
    this.socket = connect(Number(port), hostname);
    this.socket.on('error', () => this.socket.destroy());
    this.socket.setEncoding('latin1').on('data', (text: string) => (this.received += text));
  }

  send(text: string): void {
    this.socket.write(text, 'latin1');
  }

  /** Waits until what was received has `part` in it, or the connection is closed; everything received so far. */
  async until(part: RegExp): Promise<string> {
    while (!part.test(this.received) && !this.socket.closed) {
      await Promise.race([once(this.socket, 'data'), once(this.socket, 'close')]);
    }
    return this.received;
  }

  /** The status of the answer, without those before it (1xx); undefined when the connection was closed instead. */
  async status(): Promise<number | undefined> {
    const [, status] = (await this.until(finalStatus)).match(finalStatus) ?? [];
    return status === undefined ? undefined : Number(status);
  }

  /** Everything received until the other side closes the connection. */
  whole(): Promise<string> {
    return this.until(/(?!)/);
  }

  close(): void {
    this.socket.destroy();
  }
}

const finalStatus = /(?:^|\r\n)HTTP\/1\.1 ([2-5]\d\d)/;
