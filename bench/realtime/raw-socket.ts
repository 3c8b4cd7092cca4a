/**
 * A websocket client that does as little as possible, so that a load generator on the same machine takes little from
 * the server it measures: it cuts frames by their headers and hands payloads on as bytes.
 */
import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';

export interface SocketOptions {
  port: number;
  path: string;
  headers: Record<string, string>;
  /** Called for every text frame; the bytes are valid during the call only. */
  onFrame: (payload: Buffer, socket: LoadSocket) => void;
}

/** Operations on a socket that the load needs. */
export interface LoadSocket {
  readonly opened: Promise<void>;
  send(text: string): void;
  close(): void;
}

export class RawSocket implements LoadSocket {
  readonly opened: Promise<void>;
  readonly #socket: Socket;
  readonly #onFrame: SocketOptions['onFrame'];
  #rest: Buffer | undefined;
  #isOpen = false;
  #open = (): void => undefined;
  isClosed = false;

  constructor({ port, path, headers, onFrame }: SocketOptions) {
    this.#onFrame = onFrame;
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true });
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    const key = randomBytes(16).toString('base64');
    this.#socket.write(
      `GET ${path} HTTP/1.1\r\nHost: localhost:${port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
        `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${key}\r\n${lines.join('')}\r\n`,
    );
    this.opened = new Promise((resolve, reject) => {
      this.#open = resolve;
      this.#socket.on('close', () => {
        this.isClosed = true;
        reject(new Error('The server closed the connection.'));
      });
    });
    this.opened.catch(() => undefined);
    this.#socket.on('error', () => undefined);
    this.#socket.on('data', (chunk: Buffer) => this.#read(chunk));
  }

  /** Sends a text of less than 64 KiB. Clients must mask; a mask of zeros changes nothing and costs nothing. */
  send(text: string): void {
    const length = Buffer.byteLength(text);
    const start = length < 126 ? 6 : 8;
    const frame = Buffer.alloc(start + length);
    frame[0] = 0x81;
    if (length < 126) frame[1] = 0x80 | length;
    else {
      frame[1] = 0x80 | 126;
      frame.writeUInt16BE(length, 2);
    }
    frame.write(text, start);
    this.#socket.write(frame);
  }

  close(): void {
    this.#socket.destroy();
  }

  #read(chunk: Buffer): void {
    let bytes = this.#rest ? Buffer.concat([this.#rest, chunk]) : chunk;
    this.#rest = undefined;
    if (!this.#isOpen) {
      const end = bytes.indexOf('\r\n\r\n');
      if (end < 0) {
        this.#rest = bytes;
        return;
      }
      const status = bytes.toString('latin1', 9, 12);
      if (status !== '101') throw new Error(`Upgrade refused: ${bytes.toString('latin1', 0, 400)}`);
      this.#isOpen = true;
      this.#open();
      bytes = bytes.subarray(end + 4);
    }
    let at = 0;
    while (bytes.length - at >= 2) {
      const short = (bytes[at + 1] ?? 0) & 127;
      const header = short < 126 ? 2 : short === 126 ? 4 : 10;
      if (bytes.length - at < header) break;
      const length =
        short < 126 ? short : short === 126 ? bytes.readUInt16BE(at + 2) : Number(bytes.readBigUInt64BE(at + 2));
      if (bytes.length - at < header + length) break;
      const opcode = (bytes[at] ?? 0) & 15;
      if (opcode === 1) this.#onFrame(bytes.subarray(at + header, at + header + length), this);
      else if (opcode === 9) this.#socket.write(Buffer.from([0x8a, 0x80, 0, 0, 0, 0]));
      at += header + length;
    }
    if (at < bytes.length) this.#rest = bytes.subarray(at);
  }
}
