/** Person with an open page: the product's own client, over `ws`, with a choice of gateways and APIs. */
import type { Message } from '@parley/contracts/entities';
import type { ProblemDetails } from '@parley/contracts/problems';
import { visitorSubprotocol } from '@parley/contracts/socket';
import { type Followed, followConversation } from '@parley/client/follow';
import { type Live, openLive } from '@parley/client/live';
import { createOutbox, type Outbox, type PendingMessage } from '@parley/client/outbox';
import { Refusal } from '@parley/client/refusal';
import { WebSocket } from 'ws';
import type { Chance } from './seeded.ts';

export type Credentials = { kind: 'staff'; cookie: string } | { kind: 'visitor'; token: string; origin: string };

export interface ChaosClientOptions {
  name: string;
  credentials: Credentials;
  conversationId: string;
  gateways: readonly { url: string }[];
  apis: readonly { url: string }[];
  chance: Chance;
}

export class ChaosClient {
  readonly name: string;
  readonly conversationId: string;
  readonly live: Live;
  readonly followed: Followed;
  readonly outbox: Outbox;
  /** Messages written here, in order. */
  readonly written: string[] = [];
  readonly #options: ChaosClientOptions;
  #socket: WebSocket | undefined;

  constructor(options: ChaosClientOptions) {
    const { name, conversationId, credentials, gateways, chance } = options;
    this.#options = options;
    this.name = name;
    this.conversationId = conversationId;
    this.live = openLive({
      url: 'ws://any',
      connect: () => {
        const url = `${chance.pick(gateways).url.replace('http', 'ws')}/ws`;
        this.#socket =
          credentials.kind === 'staff'
            ? new WebSocket(url, { headers: { cookie: credentials.cookie } })
            : new WebSocket(url, [visitorSubprotocol, `token.${credentials.token}`], { origin: credentials.origin });
        return this.#socket as unknown as globalThis.WebSocket;
      },
    });
    this.followed = followConversation({
      live: this.live,
      conversationId,
      side: credentials.kind === 'staff' ? 'staff' : 'customer',
      fetchMessages: async ({ after = 0, limit }) =>
        this.#call<Message[]>('GET', `${this.#pages}?after=${after}&limit=${limit}`),
    });
    this.outbox = createOutbox({
      live: this.live,
      stored: (message) => this.followed.receive(message),
      post: (pending) => this.#post(pending),
    });
  }

  write(content: string): void {
    this.written.push(content);
    this.outbox.send({ conversationId: this.conversationId, content });
    this.followed.markRead();
  }

  /** Cuts the connection without a word. */
  cut(): void {
    this.#socket?.terminate();
  }

  close(): void {
    this.outbox.close();
    this.followed.close();
    this.live.close();
  }

  get #pages(): string {
    const isStaff = this.#options.credentials.kind === 'staff';
    return isStaff ? `/api/conversations/${this.conversationId}/messages` : '/api/visitor/messages';
  }

  #post({ content, clientMessageId }: PendingMessage): Promise<Message> {
    if (this.#options.credentials.kind === 'visitor') {
      return this.#call('POST', '/api/visitor/messages', { content, clientMessageId });
    }
    const { conversationId } = this;
    return this.#call('POST', '/api/messages', { conversationId, content, clientMessageId });
  }

  async #call<T>(method: string, path: string, body?: object): Promise<T> {
    const { credentials, apis, chance } = this.#options;
    const identity =
      credentials.kind === 'staff'
        ? { cookie: credentials.cookie }
        : { authorization: `Bearer ${credentials.token}`, origin: credentials.origin };
    const response = await fetch(`${chance.pick(apis).url}${path}`, {
      method,
      signal: AbortSignal.timeout(10_000),
      headers: { ...identity, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (response.ok) return (await response.json()) as T;
    const { code, detail } = (await response.json()) as ProblemDetails;
    const retryAfterMs = Number(response.headers.get('retry-after') ?? 1) * 1000;
    throw new Refusal(code as Refusal['code'], detail, { retryAfterMs });
  }
}
