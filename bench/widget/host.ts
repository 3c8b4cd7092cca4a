/** Pages of a customer's website: an empty one, one with a bare button, one with Parley, one with each other widget. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { gzipSync } from 'node:zlib';

export const contenders = ['empty', 'button', 'parley', 'papercups', 'deepChat'] as const;
export type Contender = (typeof contenders)[number];
/** Those that come as one bundled script. */
export type Bundles = Record<Exclude<Contender, 'empty' | 'button' | 'parley'>, string>;

export interface Host {
  pageOf(contender: Contender): string;
  stop(): void;
}

/** Stands for the chat window of Papercups: empty, but it reports for duty, without which no launcher is drawn. */
const chatWindow =
  '<!doctype html><title>Chat</title><script>parent.postMessage({ event: "chat:loaded", payload: {} }, "*")</script>';

/**
 * The least that any widget can do: a script that asks one thing and draws a button. What the browser itself takes for
 * that, for fetching, a first script on the page and a layer that stays in place, no widget can save.
 */
const bareButton = `fetch('/configuration').then((answer) => answer.json()).then(() => {
  const button = document.createElement('button');
  button.id = 'launcher';
  button.style.cssText = 'position:fixed;bottom:20px;right:20px;width:56px;height:56px;border-radius:50%';
  document.documentElement.append(button);
});`;

/** Serves the pages; everything compressed, as it would be. */
export async function serveHost(parley: string, bundles: Bundles): Promise<Host> {
  const scripts: Record<Contender, string> = {
    empty: '',
    button: '<script src="/button.js" async></script>',
    parley: `<script src="${parley}/widget.js" async></script>`,
    papercups: '<script src="/papercups.js" async></script>',
    deepChat: '<script src="/deepChat.js" async></script>',
  };
  const page = (script: string) =>
    `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<link rel="icon" href="data:,"><title>Shop</title>${script}<body><h1>Shop</h1>`;
  const files: Record<string, { type: string; text: string }> = {
    ...Object.fromEntries(
      Object.entries(bundles).map(([name, text]) => [`/${name}.js`, { type: 'text/javascript', text }]),
    ),
    '/button.js': { type: 'text/javascript', text: bareButton },
    '/frame': { type: 'text/html', text: chatWindow },
    ...Object.fromEntries(contenders.map((name) => [`/${name}`, { type: 'text/html', text: page(scripts[name]) }])),
  };
  const server = createServer((request, response) => {
    const found = files[(request.url ?? '').split('?', 1)[0] ?? ''] ?? {
      type: 'application/json',
      text: '{"data":{}}',
    };
    response.writeHead(200, { 'content-type': `${found.type}; charset=utf-8`, 'content-encoding': 'gzip' });
    response.end(gzipSync(found.text));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    pageOf: (contender) => `http://127.0.0.1:${address.port}/${contender}`,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}
