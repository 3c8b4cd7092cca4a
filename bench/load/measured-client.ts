/** A single socket of a person, with measured waits. */
import type { ClientFrame, ServerFrame } from '@parley/contracts/frames';
import { WebSocket } from 'ws';

/**
 * Frame types that are waited for. Nothing else is parsed, such as the events that each user gets of every
 * conversation: they have machines of their own.
 */
const awaitedTypes = ['new_message', 'message_ack', 'joined'] as const;
type AwaitedFrame = Extract<ServerFrame, { type: (typeof awaitedTypes)[number] }>;
const beginnings = awaitedTypes.map((type) => Buffer.from(`{"type":"${type}"`));

/** Longer than this and a person takes it for broken. */
const patienceMs = 10_000;

export class MeasuredClient {
  readonly #socket: WebSocket;
  readonly #listeners = new Set<(frame: AwaitedFrame) => void>();

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on('error', () => undefined);
    socket.on('message', (text: Buffer) => {
      if (!beginnings.some((each) => text.subarray(0, each.length).equals(each))) return;
      const frame: AwaitedFrame = JSON.parse(text.toString());
      for (const listener of this.#listeners) listener(frame);
    });
  }

  /** @throws Error when the gateway refuses or does not answer */
  static async connect(
    url: string,
    options: { protocols?: string[]; headers: Record<string, string> },
  ): Promise<MeasuredClient> {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`, options.protocols ?? [], {
      headers: options.headers,
      handshakeTimeout: patienceMs,
    });
    const client = new MeasuredClient(socket);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    socket.once('open', resolve);
    socket.once('error', reject);
    await promise;
    return client;
  }

  send(frame: ClientFrame): void {
    this.#socket.send(JSON.stringify(frame));
  }

  /** Calls `listener` with each that is waited for, until the returned function is called. */
  on(listener: (frame: AwaitedFrame) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The next frame that `wanted` is true for. @throws Error when none comes in time */
  async next(wanted: (frame: AwaitedFrame) => boolean): Promise<AwaitedFrame> {
    const { promise, resolve, reject } = Promise.withResolvers<AwaitedFrame>();
    const timer = setTimeout(() => reject(new Error('no answer in time')), patienceMs);
    const stop = this.on((frame) => wanted(frame) && resolve(frame));
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      stop();
    }
  }

  close(): void {
    this.#socket.terminate();
  }
}
