/** Gateways, people and sockets for the tests: everything real but the browser. */
import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { Signer } from '@fastify/cookie';
import type { Message, User } from '@parley/contracts/entities';
import type { ClientFrame, ServerFrame, ServerFrameOf } from '@parley/contracts/frames';
import { visitorSubprotocol } from '@parley/contracts/socket';
import { type OpenContext, openContext } from '@parley/core/open-context';
import { sessionCookieKeys, sessionCookieName } from '@parley/core/session-cookie';
import { writeSession } from '@parley/core/sessions';
import { createTestContext, type TestContext } from '@parley/core/testing';
import { postMessage } from '@parley/core/messages/post';
import { findAccount, insertUser } from '@parley/db/users/users';
import { insertVisitor } from '@parley/db/visitors/visitors';
import { insertWebsite } from '@parley/db/websites/websites';
import { loadConfig } from '@parley/service/config';
import { createLogger } from '@parley/service/logger';
import { createMetrics, type Metrics } from '@parley/service/metrics';
import { WebSocket } from 'ws';
import { type App, buildApp } from '../../src/app.ts';
import { realtimeConfig } from '../../src/config.ts';

export interface RunningGateway extends App {
  url: string;
  context: OpenContext;
  metrics: Metrics;
  stop(): Promise<void>;
}

export interface SignedInRepresentative {
  user: User;
  sessionId: string;
  cookie: string;
}

export interface Visitor {
  visitorId: string;
  websiteId: string;
  token: string;
}

export const shopOrigin = 'https://shop.example.com';

/** An installation under test: a database, a Redis prefix, one website, and as many gateways as the test starts. */
export class TestInstallation {
  readonly context: TestContext;
  readonly websiteId: string;
  readonly gateways: RunningGateway[] = [];
  readonly sockets: TestSocket[] = [];

  private constructor(context: TestContext, websiteId: string) {
    this.context = context;
    this.websiteId = websiteId;
  }

  static async open(): Promise<TestInstallation> {
    const context = await createTestContext();
    const website = await insertWebsite(context.db, { domain: 'shop.example.com', name: 'Shop' });
    return new TestInstallation(context, website!.id);
  }

  /** Starts a gateway. `env` changes its environment, to put something between it and its dependencies. */
  async gateway(env: Record<string, string> = {}): Promise<RunningGateway> {
    const config = loadConfig(realtimeConfig, { ...this.context.env, ...env });
    const log = createLogger({ service: 'realtime', level: process.env.TEST_LOG ?? 'silent' });
    const metrics = createMetrics('realtime');
    let app: App | undefined;
    const context = openContext({ config, name: 'realtime', log, onInterrupted: () => app?.gateway.resumeAll() });
    app = await buildApp({ config, context, metrics });
    await app.server.listen({ host: '127.0.0.1', port: 0 });
    const { port } = app.server.server.address() as AddressInfo;
    const { server, gateway } = app;
    const running: RunningGateway = {
      ...app,
      url: `ws://127.0.0.1:${port}/ws`,
      context,
      metrics,
      async stop() {
        await gateway.close();
        await server.close();
        await context.close();
      },
    };
    this.gateways.push(running);
    return running;
  }

  async representative(name = 'Ada', role: User['role'] = 'representative'): Promise<SignedInRepresentative> {
    const handle = randomBytes(6).toString('hex');
    const email = `${handle}@example.com`;
    const user = await insertUser(this.context.db, { name, email, username: handle, passwordHash: 'x', role });
    return this.signIn(user);
  }

  /** Another session of the same user. */
  async signIn(user: User): Promise<SignedInRepresentative> {
    const sessionId = randomBytes(24).toString('base64url');
    const account = await findAccount(this.context.db, user.id);
    await writeSession(
      this.context,
      sessionId,
      { userId: user.id, epoch: account!.sessionEpoch },
      { ttlSeconds: 3600, isNew: true },
    );
    const signed = new Signer(sessionCookieKeys(this.context.secrets)).sign(sessionId);
    return { user, sessionId, cookie: `${sessionCookieName}=${encodeURIComponent(signed)}` };
  }

  async visitor(): Promise<Visitor> {
    const { id: visitorId } = await insertVisitor(this.context.db, { websiteId: this.websiteId });
    const { websiteId } = this;
    const token = this.context.secrets.issueVisitorToken({ visitorId, websiteId });
    return { visitorId, websiteId, token };
  }

  /** A visitor writes; answers the stored message. */
  async writeAsVisitor(visitor: Visitor, content: string): Promise<Message> {
    const caller = { kind: 'visitor', visitorId: visitor.visitorId, websiteId: visitor.websiteId } as const;
    const { message } = await postMessage(this.context, caller, 'newest', {
      content,
      clientMessageId: crypto.randomUUID(),
    });
    return message;
  }

  staffSocket(
    { url }: RunningGateway,
    { cookie }: SignedInRepresentative,
    headers: Record<string, string> = {},
  ): Promise<TestSocket> {
    return this.#opened(new TestSocket(new WebSocket(url, { headers: { cookie, ...headers } })));
  }

  visitorSocket(
    { url }: RunningGateway,
    { token }: Pick<Visitor, 'token'>,
    origin = shopOrigin,
    headers: Record<string, string> = {},
  ): Promise<TestSocket> {
    return this.#opened(
      new TestSocket(new WebSocket(url, [visitorSubprotocol, `token.${token}`], { origin, headers })),
    );
  }

  async #opened(socket: TestSocket): Promise<TestSocket> {
    this.sockets.push(socket);
    await socket.opened;
    return socket;
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.ws.terminate();
    await Promise.all(this.gateways.map((gateway) => gateway.stop()));
    await this.context.close();
  }
}

/** A refused upgrade, as a browser never sees it. */
export class UpgradeRefused extends Error {
  readonly status: number;
  constructor(status: number) {
    super(`refused with ${status}`);
    this.status = status;
  }
}

/** A socket that remembers what it was sent. */
export class TestSocket {
  readonly ws: WebSocket;
  readonly frames: ServerFrame[] = [];
  readonly opened: Promise<void>;
  closeCode: number | undefined;

  constructor(ws: WebSocket) {
    this.ws = ws;
    ws.on('message', (data: Buffer) => this.frames.push(JSON.parse(data.toString()) as ServerFrame));
    ws.on('close', (code) => (this.closeCode = code));
    ws.on('error', () => undefined);
    this.opened = new Promise((resolve, reject) => {
      ws.once('open', resolve);
      ws.once('unexpected-response', (_request, { statusCode = 0 }) => {
        reject(new UpgradeRefused(statusCode));
        ws.terminate();
      });
      ws.once('close', () => reject(new Error('closed')));
    });
  }

  send(frame: ClientFrame): void {
    this.ws.send(JSON.stringify(frame));
  }

  /** The first frame of a type that fits, now or within 5 seconds. */
  async next<T extends ServerFrame['type']>(
    type: T,
    fits: (frame: ServerFrameOf<T>) => boolean = () => true,
  ): Promise<ServerFrameOf<T>> {
    const found = await waitFor(
      () => this.all(type).find(fits),
      () => `a ${type} frame; got ${this.kinds()}`,
    );
    return found;
  }

  all<T extends ServerFrame['type']>(type: T): ServerFrameOf<T>[] {
    return this.frames.filter((frame): frame is ServerFrameOf<T> => frame.type === type);
  }

  kinds(): string {
    return this.frames.map((frame) => (frame.type === 'error' ? `error ${frame.code}` : frame.type)).join(', ');
  }

  /** Joins and answers the `joined` frame. */
  async join(conversationId: string, afterSeq?: number, afterEdit?: number): Promise<ServerFrameOf<'joined'>> {
    const before = this.all('joined').length;
    this.send({
      type: 'join_conversation',
      conversationId,
      ...(afterSeq === undefined ? {} : { afterSeq }),
      ...(afterEdit === undefined ? {} : { afterEdit }),
    });
    return waitFor(
      () => this.all('joined')[before],
      () => `joined; got ${this.kinds()}`,
    );
  }

  /** Sends a message and answers its acknowledgement. */
  async writes(conversationId: string | undefined, content: string): Promise<Message> {
    const clientMessageId = crypto.randomUUID();
    this.send({ type: 'send_message', content, clientMessageId, ...(conversationId && { conversationId }) });
    const { message } = await this.next('message_ack', (frame) => frame.clientMessageId === clientMessageId);
    return message;
  }

  /** Resolves with the close code. */
  closed(): Promise<number> {
    return waitFor(() => this.closeCode, 'the socket to close');
  }
}

/** Waits until `look` finds something, at most 40 seconds. */
export async function waitFor<T>(
  look: () => T | undefined | Promise<T | undefined>,
  what: string | (() => string),
  ms = 40_000,
): Promise<T> {
  const deadline = Date.now() + ms;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (Date.now() > deadline) throw new Error(`Waited in vain for ${typeof what === 'string' ? what : what()}`);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}
