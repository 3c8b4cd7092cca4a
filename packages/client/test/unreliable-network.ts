/**
 * A server in miniature with the gateway's promises (gap-free seq, once per clientMessageId, answers to joins) behind a
 * network that loses, delays, reorders and cuts as a seeded generator says.
 */
import type { Message } from '@parley/contracts/entities';
import type { ClientFrame, ServerFrame } from '@parley/contracts/frames';
import { conversationId, message } from './messages.ts';

export interface NetworkConditions {
  /** 0 to 1, seeded. */
  random: () => number;
  /** Share of pushed frames that get lost, of sends that cut the connection, of HTTP calls that fail. */
  failureRate: number;
}

export class UnreliableServer {
  readonly stored: Message[] = [];
  readonly sockets = new Set<UnreliableSocket>();
  readonly conditions: NetworkConditions;

  constructor(weather: NetworkConditions) {
    this.conditions = weather;
  }

  fails(): boolean {
    return this.conditions.random() < this.conditions.failureRate;
  }

  store(content: string, clientMessageId: string): Message {
    const known = this.stored.find((each) => each.clientMessageId === clientMessageId);
    if (known) return known;
    const added = message(this.stored.length + 1, { content, clientMessageId });
    this.stored.push(added);
    for (const socket of this.sockets) {
      // A lost publish: nothing arrives, and nobody is told.
      if (socket.isJoined && !this.fails()) socket.push({ type: 'new_message', conversationId, message: added });
    }
    return added;
  }

  async overHttp<T>(answer: () => T): Promise<T> {
    await new Promise((resolve) => setTimeout(resolve, 300 * this.conditions.random()));
    if (this.fails()) throw new TypeError('Failed to fetch');
    const answered = answer();
    if (this.fails()) throw new TypeError('Failed to fetch, after it was done');
    return answered;
  }

  page(after: number, limit: number): Message[] {
    return this.stored.filter(({ seq }) => seq > after).slice(0, limit);
  }
}

/** The client's end of a connection; as much of a WebSocket as the client uses. */
export class UnreliableSocket extends EventTarget {
  readyState = 0;
  isJoined = false;
  readonly #town: UnreliableServer;

  constructor(town: UnreliableServer) {
    super();
    this.#town = town;
    this.#later(() => {
      if (this.readyState !== 0) return;
      if (town.fails()) return this.cut();
      this.readyState = 1;
      town.sockets.add(this);
      this.dispatchEvent(new Event('open'));
    });
  }

  send(text: string): void {
    if (this.#town.fails()) return this.#later(() => this.cut());
    this.#later(() => this.readyState === 1 && this.#take(JSON.parse(text) as ClientFrame));
  }

  /** Frames overtake each other: each has its own delay. */
  push(frame: ServerFrame): void {
    const data = JSON.stringify(frame);
    this.#later(() => this.readyState === 1 && this.dispatchEvent(new MessageEvent('message', { data })));
  }

  cut(): void {
    if (this.readyState === 3) return;
    this.close();
    this.dispatchEvent(Object.assign(new Event('close'), { code: 1006 }));
  }

  close(): void {
    this.readyState = 3;
    this.#town.sockets.delete(this);
  }

  #later(step: () => void): void {
    setTimeout(step, Math.floor(200 * this.#town.conditions.random()));
  }

  #take(frame: ClientFrame): void {
    if (frame.type === 'ping') this.push({ type: 'pong' });
    if (frame.type === 'send_message') {
      const added = this.#town.store(frame.content ?? '', frame.clientMessageId ?? '');
      this.push({ type: 'message_ack', clientMessageId: frame.clientMessageId ?? null, message: added });
    }
    if (frame.type === 'join_conversation') {
      this.isJoined = true;
      const { stored } = this.#town;
      // A small page, so that catching up needs the HTTP pages too.
      const messages = frame.afterSeq === undefined ? stored.slice(-5) : this.#town.page(frame.afterSeq, 5);
      const cursors = { customerDeliveredSeq: 0, customerReadSeq: 0, staffDeliveredSeq: 0, staffReadSeq: 0 };
      this.push({ type: 'joined', conversationId, lastSeq: stored.length, messages, ...cursors });
    }
  }
}
