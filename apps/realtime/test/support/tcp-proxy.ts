/** A TCP line to a dependency that a test can cut, or let go dead. */
import { connect, createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';

export class TcpProxy {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #isDown = false;

  private constructor(server: Server) {
    this.#server = server;
  }

  /** A line to the host and port of `target`. */
  static async to(target: string): Promise<TcpProxy> {
    const { hostname, port } = new URL(target);
    const server = createServer();
    const proxy = new TcpProxy(server);
    server.on('connection', (near) => proxy.#join(near, connect(Number(port), hostname)));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return proxy;
  }

  /** `target` with this line's address in place of its own. */
  through(target: string): string {
    const url = new URL(target);
    url.hostname = '127.0.0.1';
    url.port = String((this.#server.address() as AddressInfo).port);
    return url.href;
  }

  /** Cuts every connection; new ones are accepted. */
  cut(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Cuts every connection and refuses new ones until `up`. */
  down(): void {
    this.#isDown = true;
    this.cut();
  }

  up(): void {
    this.#isDown = false;
  }

  async close(): Promise<void> {
    this.cut();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #join(near: Socket, far: Socket): void {
    if (this.#isDown) {
      near.destroy();
      far.destroy();
      return;
    }
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      this.#sockets.add(one);
      one.on('error', () => undefined);
      one.on('close', () => {
        this.#sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  }
}
