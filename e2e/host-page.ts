/** A customer's website: serves pages that carry the widget, from another origin than the dashboard. */
import { once } from 'node:events';
import { createServer } from 'node:http';

export interface HostPage {
  /** `http://127.0.0.1:PORT`, which is another origin than the stack's `http://localhost:PORT`. */
  readonly origin: string;
  stop(): Promise<void>;
}

export interface HostPageOptions {
  /** Origin of widget.js. */
  widgetOrigin: string;
  /** Into the head, before the widget's script. */
  head?: string;
  body?: string;
  headers?: Record<string, string>;
  /** A page of one's own instead: gets the path. */
  render?: (path: string) => string;
}

/** Serves the same page under every path. */
export async function serveHostPage(options: HostPageOptions): Promise<HostPage> {
  const { widgetOrigin, head = '', body = '<h1>A customer’s website</h1>' } = options;
  const page = (path: string): string =>
    options.render?.(path) ??
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Host page</title>
<meta name="viewport" content="width=device-width, initial-scale=1">${head}
<script src="${widgetOrigin}/widget.js" async></script></head><body>${body}</body></html>`;
  const server = createServer((request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...options.headers });
    response.end(page(request.url ?? '/'));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
