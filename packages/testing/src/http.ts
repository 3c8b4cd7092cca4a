/** An external endpoint that answers, fails, hangs, redirects or hangs up, as told, and remembers what it was sent. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen } from './listen.ts';

export interface ReceivedRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string;
  bytes: Buffer;
  at: number;
}

export type Behaviour =
  | { status: number; body?: string | Buffer; headers?: Record<string, string>; delayMs?: number }
  /** Never answers. */
  | { hang: true }
  /** Closes the connection without an answer. */
  | { hangUp: true };

export interface Endpoint {
  url: string;
  requests: ReceivedRequest[];
  /** How many requests it has had before it at once, at most. */
  mostAtOnce: number;
  /** Behaviours of the next requests, one each; then `usually`. */
  next: Behaviour[];
  usually: Behaviour | ((request: ReceivedRequest) => Behaviour | Promise<Behaviour>);
  close(): Promise<void>;
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

async function behave(behaviour: Behaviour, response: ServerResponse): Promise<void> {
  if ('hang' in behaviour) return;
  if ('hangUp' in behaviour) {
    response.destroy();
    return;
  }
  if (behaviour.delayMs) await new Promise((resolve) => setTimeout(resolve, behaviour.delayMs));
  response.writeHead(behaviour.status, behaviour.headers).end(behaviour.body ?? '');
}

/** Starts an endpoint on a free port of 127.0.0.1. */
export async function startEndpoint(usually: Endpoint['usually'] = { status: 200, body: 'ok' }): Promise<Endpoint> {
  let open = 0;
  const server = createServer((request, response) => {
    open += 1;
    endpoint.mostAtOnce = Math.max(endpoint.mostAtOnce, open);
    response.once('close', () => (open -= 1));
    void (async () => {
      const headers = Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [
          name,
          Array.isArray(value) ? value.join(', ') : (value ?? ''),
        ]),
      );
      const bytes = await readBody(request);
      const received = {
        method: request.method ?? '',
        path: request.url ?? '',
        headers,
        body: bytes.toString('utf8'),
        bytes,
        at: Date.now(),
      };
      endpoint.requests.push(received);
      const behaviour = endpoint.next.shift() ?? endpoint.usually;
      await behave(typeof behaviour === 'function' ? await behaviour(received) : behaviour, response);
    })().catch(() => response.destroy());
  });
  const listener = await listen(server);
  const endpoint: Endpoint = {
    url: listener.url,
    requests: [],
    mostAtOnce: 0,
    next: [],
    usually,
    close: () => listener.close(),
  };
  return endpoint;
}
