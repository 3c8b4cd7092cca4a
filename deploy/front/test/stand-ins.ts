import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { requestTimeouts } from '@parley/service/request-timeouts';
import { onTestFinished } from 'vitest';
import { WebSocketServer } from 'ws';
import { buildFront } from '../src/app.ts';
import type { FrontConfig } from '../src/config.ts';
import { addressOf } from './raw.ts';

/** A service that answers by the given function, until the test ends. */
export async function service(
  answer: RequestListener,
): Promise<{ url: string; server: Server; stop: () => Promise<void> }> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const stop = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  onTestFinished(stop);
  return { url: addressOf(server), server, stop };
}

/** The URL of a service that is down. */
export async function deadService(): Promise<string> {
  const { url, stop } = await service(() => {});
  await stop();
  return url;
}

/** A gateway that answers each frame with itself, offers `parley.v1`, and refuses `/ws?refuse`. */
export async function gateway(): Promise<{ url: string; handshakes: IncomingMessage[] }> {
  const handshakes: IncomingMessage[] = [];
  const { url, server } = await service((_request, response) => response.writeHead(404).end());
  const sockets = new WebSocketServer({ noServer: true, handleProtocols: (offered) => [...offered][0] ?? false });
  sockets.on('connection', (socket) => socket.on('message', (frame) => socket.send(frame, { binary: false })));
  server.on('upgrade', (request, socket, head) => {
    handshakes.push(request);
    if (request.url?.includes('refuse')) {
      socket.end(
        'HTTP/1.1 401 Unauthorized\r\ncontent-type: text/plain\r\ntransfer-encoding: chunked\r\n\r\n3\r\nno!\r\n0\r\n\r\n',
      );
      return;
    }
    sockets.handleUpgrade(request, socket, head, (client) => sockets.emit('connection', client, request));
  });
  onTestFinished(() => sockets.clients.forEach((client) => client.terminate()));
  return { url, handshakes };
}

/** A folder with the builds that the front serves. */
function builds(): Pick<FrontConfig, 'dashboard' | 'widgetFolder' | 'demoFolder'> {
  const folder = mkdtempSync(path.join(tmpdir(), 'parley-front-'));
  const files = {
    'dashboard/index.html': '<!doctype html><title>Parley</title>',
    'dashboard/assets/main-Ab12Cd34.js': 'console.log("dashboard");',
    'widget/widget.js': 'console.log("widget");',
    'widget/widget/chat.AB12CD34.js': 'console.log("chat");',
    'demo/index.html': '<!doctype html><title>Shop</title>',
    'demo/pricing.html': '<!doctype html><title>Pricing</title>',
    'demo/shop.css': 'body { margin: 0 }',
  };
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, content);
    if (name.endsWith('.js')) writeFileSync(`${file}.br`, brotliCompressSync(content));
  }
  return {
    dashboard: { folder: path.join(folder, 'dashboard') },
    widgetFolder: path.join(folder, 'widget'),
    demoFolder: path.join(folder, 'demo'),
  };
}

/** Configuration of a front with nothing else given. */
export function frontConfig(): FrontConfig {
  return {
    host: '127.0.0.1',
    port: 0,
    api: [],
    realtime: [],
    restartMilliseconds: 0,
    trustedProxies: [],
    timeouts: requestTimeouts,
    ...builds(),
  };
}

/** A front that listens until the test ends. */
export async function front(config: Partial<FrontConfig> = {}): Promise<string> {
  const app = buildFront({ ...frontConfig(), ...config });
  await app.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(() => app.close());
  return addressOf(app.server);
}
