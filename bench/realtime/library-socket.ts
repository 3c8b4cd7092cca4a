/** A websocket client as programs have one: `ws`. It takes a good part of the machine from the servers it loads. */
import { WebSocket } from 'ws';
import type { LoadSocket, SocketOptions } from './raw-socket.ts';

export class LibrarySocket implements LoadSocket {
  readonly opened: Promise<void>;
  readonly #socket: WebSocket;

  constructor({ port, path, headers, onFrame }: SocketOptions) {
    const { 'Sec-WebSocket-Protocol': protocols, ...others } = headers;
    const options = { headers: others, perMessageDeflate: false };
    this.#socket = new WebSocket(`ws://localhost:${port}${path}`, protocols?.split(', ') ?? [], options);
    this.opened = new Promise((resolve, reject) => {
      this.#socket.once('open', resolve);
      this.#socket.once('error', reject);
    });
    this.opened.catch(() => undefined);
    this.#socket.on('message', (payload: Buffer) => onFrame(payload, this));
  }

  send(text: string): void {
    this.#socket.send(text);
  }

  close(): void {
    this.#socket.terminate();
  }
}
