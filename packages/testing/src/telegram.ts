/** The part of Telegram's Bot API that conversations need, with one bot and people who write to it. https://core.telegram.org/bots/api */
import { type Behaviour, type Endpoint, type ReceivedRequest, startEndpoint } from './http.ts';

export interface SentMessage {
  chat: number;
  messageId: number;
  /** Current text. */
  text: string;
  isRemoved: boolean;
  at: number;
  /** Everything that was asked for, last. */
  parameters: Record<string, unknown>;
  method: string;
  files: SentFile[];
}

export interface SentFile {
  /** `photo`, `document` and so on. */
  as: string;
  name: string;
  type: string;
  bytes: Buffer;
}

/** Outcome of the next messages: refused, or taken without an answer. */
export type Fate = { refusal: { status: number; description: string; retryAfter?: number } } | { takenThen: Behaviour };

type Update = { update_id: number } & Record<string, unknown>;

export interface TelegramServer {
  /** For `CHANNEL_API_URLS`. */
  url: string;
  token: string;
  sent: SentMessage[];
  /** Reactions that the bot was told to show, in their order. */
  reactions: { chat: number; messageId: number; reaction: unknown }[];
  /** Outcomes of the next messages to a chat. */
  fates: Map<number, Fate[]>;
  /** IDs of people who have blocked the bot. */
  blockedBy: Set<number>;
  /** Address for updates instead of the one that was set, which is not on this machine. */
  door: string | null;
  webhook: { url: string; secret: string } | null;
  /** Updates that nobody has confirmed. */
  pending: Update[];
  /** Number of requests for updates while another one was waiting for them. */
  conflicts: number;
  /** Sends a message as a person; returns its ID. */
  writes(user: Partial<TelegramUser> & { id: number }, text: string, more?: object): number;
  /** Files that people have sent, by `file_id`; a missing one is answered as Telegram answers it. */
  files: Map<string, Buffer>;
  /** Sends a file as a person, with what the message contains beside IDs and size. */
  sends(
    user: Partial<TelegramUser> & { id: number },
    kind: 'photo' | 'document' | 'voice' | 'audio' | 'video',
    bytes: Buffer,
    more?: { caption?: string; name?: string; size?: number; message?: object },
  ): string;
  /** They send something else than text, edit what they wrote, or do something else that is told. */
  delivers(update: Record<string, unknown>): number;
  endpoint: Endpoint;
  close(): Promise<void>;
}

export interface TelegramUser {
  id: number;
  first_name: string;
  last_name?: string;
  username?: string;
  language_code?: string;
}

const answer = (result: unknown): Behaviour => ({
  status: 200,
  body: JSON.stringify({ ok: true, result }),
  headers: { 'content-type': 'application/json' },
});
const refusal = (status: number, description: string, parameters?: object): Behaviour => ({
  status,
  body: JSON.stringify({ ok: false, error_code: status, description, parameters }),
  headers: { 'content-type': 'application/json' },
});

/** Starts a Bot API server with the bot `@shop_bot`. */
export async function startTelegram(): Promise<TelegramServer> {
  const token = '123456789:AAF-token_of_the_test';
  let updateId = 1_000;
  let messageId = 0;
  /** Answers who is being kept waiting for updates. */
  let held: ((why: 'updates' | 'conflict') => void) | null = null;

  const methods: Record<string, (given: Record<string, unknown>) => Behaviour | Promise<Behaviour>> = {
    getMe: () => answer({ id: 123_456_789, is_bot: true, first_name: 'Shop', username: 'shop_bot' }),
    getWebhookInfo: () => answer({ url: server.webhook?.url ?? '', pending_update_count: server.pending.length }),
    setWebhook({ url, secret_token: secret }) {
      if (!/^[\w-]{1,256}$/.test(String(secret))) return refusal(400, 'Bad Request: secret token is not allowed');
      server.webhook = { url: String(url), secret: String(secret) };
      void callAll();
      return answer(true);
    },
    deleteWebhook() {
      server.webhook = null;
      return answer(true);
    },
    async getUpdates({ offset = 0, timeout = 0 }) {
      if (server.webhook) return refusal(409, "Conflict: can't use getUpdates method while webhook is active");
      server.pending = server.pending.filter(({ update_id: id }) => id >= Number(offset));
      if (held) server.conflicts += 1;
      held?.('conflict');
      if (server.pending.length > 0) return answer(server.pending.slice(0, 100));
      const { promise, resolve } = Promise.withResolvers<'updates' | 'conflict'>();
      held = resolve;
      const end = setTimeout(() => resolve('updates'), Number(timeout) * 1000);
      const why = await promise;
      clearTimeout(end);
      if (held === resolve) held = null;
      if (why === 'conflict') return refusal(409, 'Conflict: terminated by other getUpdates request');
      return answer(server.pending.slice(0, 100));
    },
    setMessageReaction({ chat_id: id, message_id: message, reaction }) {
      server.reactions.push({ chat: Number(id), messageId: Number(message), reaction });
      return answer(true);
    },
    editMessageText({ chat_id: id, message_id: message, text, ...parameters }) {
      const sent = server.sent.find((each) => each.chat === Number(id) && each.messageId === Number(message));
      if (!sent || sent.isRemoved) return refusal(400, "Bad Request: message can't be edited");
      if (sent.text === text) return refusal(400, 'Bad Request: message is not modified');
      sent.text = String(text);
      sent.parameters = { ...parameters, text };
      return answer({ message_id: sent.messageId, chat: { id: sent.chat, type: 'private' }, text });
    },
    deleteMessage({ chat_id: id, message_id: message }) {
      const sent = server.sent.find((each) => each.chat === Number(id) && each.messageId === Number(message));
      if (!sent || sent.isRemoved) return refusal(400, 'Bad Request: message to delete not found');
      sent.isRemoved = true;
      return answer(true);
    },
    sendMessage(parameters) {
      const { text } = parameters;
      if (typeof text !== 'string' || text.trim() === '') return refusal(400, 'Bad Request: message text is empty');
      if (text.length > 4_096) return refusal(400, 'Bad Request: message is too long');
      return take('sendMessage', parameters, text, []);
    },
    getFile({ file_id: id }) {
      const bytes = server.files.get(String(id));
      if (!bytes) return refusal(400, 'Bad Request: invalid file_id');
      if (bytes.length > 20 * 1024 * 1024) return refusal(400, 'Bad Request: file is too big');
      return answer({ file_id: id, file_size: bytes.length, file_path: `documents/${String(id)}.bin` });
    },
    sendPhoto: (parameters) => takeFile('photo', parameters),
    sendVideo: (parameters) => takeFile('video', parameters),
    sendAudio: (parameters) => takeFile('audio', parameters),
    sendDocument: (parameters) => takeFile('document', parameters),
    sendMediaGroup(parameters) {
      const media = parameters['media'] as { type: string; media: string; caption?: string }[];
      if (!Array.isArray(media) || media.length < 2 || media.length > 10)
        return refusal(400, 'Bad Request: wrong number of media');
      const kinds = new Set(media.map(({ type }) => (type === 'video' ? 'photo' : type)));
      if (kinds.size > 1) return refusal(400, 'Bad Request: media types can not be mixed');
      const files = media.map(({ type, media: reference }) => attached(parameters, type, reference));
      return take('sendMediaGroup', parameters, media[0]?.caption ?? '', files);
    },
  };

  /** A file of a call, by `attach://` and its name there. */
  function attached(parameters: Record<string, unknown>, as: string, reference: unknown): SentFile {
    const file = parameters[String(reference).replace(/^attach:\/\//, '')];
    return { as, ...(file as Omit<SentFile, 'as'>) };
  }

  function takeFile(as: string, parameters: Record<string, unknown>): Behaviour {
    const { caption = '' } = parameters;
    if (String(caption).length > 1_024) return refusal(400, 'Bad Request: message caption is too long');
    const file = attached(parameters, as, parameters[as]);
    if (!file.bytes?.length) return refusal(400, 'Bad Request: file must be non-empty');
    if (as === 'photo' && file.bytes.length > 10 * 1024 * 1024) return refusal(413, 'Request Entity Too Large');
    return take(`send${as.charAt(0).toUpperCase()}${as.slice(1)}`, parameters, String(caption), [file]);
  }

  function take(method: string, parameters: Record<string, unknown>, text: string, files: SentFile[]): Behaviour {
    const chat = Number(parameters['chat_id']);
    if (server.blockedBy.has(chat)) return refusal(403, 'Forbidden: bot was blocked by the user');
    const fate = server.fates.get(chat)?.shift();
    if (fate && 'refusal' in fate) {
      const { status, description, retryAfter } = fate.refusal;
      return refusal(status, description, retryAfter === undefined ? undefined : { retry_after: retryAfter });
    }
    messageId += 1;
    server.sent.push({ chat, messageId, text, isRemoved: false, at: Date.now(), parameters, method, files });
    if (fate) return fate.takenThen;
    const message = { message_id: messageId, chat: { id: chat, type: 'private' }, text };
    return answer(method === 'sendMediaGroup' ? [message] : message);
  }

  /** Reads the parameters of a call: JSON, or a form with parts that are files or JSON. */
  async function parametersOf({ headers, body, bytes }: ReceivedRequest): Promise<Record<string, unknown>> {
    if (!headers['content-type']?.startsWith('multipart/form-data'))
      return body ? (JSON.parse(body) as Record<string, unknown>) : {};
    const form = await new Response(new Uint8Array(bytes), {
      headers: { 'content-type': headers['content-type'] },
    }).formData();
    const parameters: Record<string, unknown> = {};
    for (const [name, value] of form.entries()) {
      parameters[name] =
        typeof value === 'string'
          ? /^[[{\d]/.test(value)
            ? JSON.parse(value)
            : value
          : { name: value.name, type: value.type, bytes: Buffer.from(await value.arrayBuffer()) };
    }
    return parameters;
  }

  async function handle(request: ReceivedRequest): Promise<Behaviour> {
    const { path } = request;
    const [, holder, fileId = ''] = /^\/file\/bot([^/]+)\/documents\/([\w-]+)\.bin$/.exec(path) ?? [];
    if (holder === token) return { status: 200, body: server.files.get(fileId) ?? Buffer.alloc(0) };
    const [, given, method = ''] = /^\/bot([^/]+)\/(\w+)$/.exec(path) ?? [];
    if (given !== token) return refusal(401, 'Unauthorized');
    const call = methods[method];
    return call ? call(await parametersOf(request)) : refusal(404, 'Not Found');
  }

  /** Posts what is pending to the webhook, one after the other, each until it is taken. */
  let calling = Promise.resolve();
  const callAll = (): Promise<void> => (calling = calling.then(post).catch(() => undefined));
  async function post(): Promise<void> {
    for (let update = server.pending[0]; server.webhook && update; update = server.pending[0]) {
      const taken = await fetch(server.door ?? server.webhook.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-telegram-bot-api-secret-token': server.webhook.secret },
        body: JSON.stringify(update),
      }).catch(() => undefined);
      if (taken?.ok) server.pending.shift();
      else await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }

  const endpoint = await startEndpoint(handle);
  const server: TelegramServer = {
    url: endpoint.url,
    token,
    sent: [],
    reactions: [],
    fates: new Map(),
    blockedBy: new Set(),
    door: null,
    webhook: null,
    pending: [],
    conflicts: 0,
    writes(user, text, more = {}) {
      messageId += 1;
      const from = { is_bot: false, first_name: 'Jane', ...user };
      const chat = { id: user.id, type: 'private', first_name: from.first_name };
      server.delivers({
        message: { message_id: messageId, date: Math.floor(Date.now() / 1000), from, chat, text, ...more },
      });
      return messageId;
    },
    files: new Map(),
    sends(user, kind, bytes, { caption, name, size = bytes.length, message = {} } = {}) {
      messageId += 1;
      const fileId = `file${messageId}`;
      server.files.set(fileId, bytes);
      const file = {
        file_id: fileId,
        file_unique_id: `u${messageId}`,
        file_size: size,
        ...(name && { file_name: name }),
      };
      const smaller = { ...file, file_id: `${fileId}s`, file_size: 10 };
      server.delivers({
        message: {
          message_id: messageId,
          date: Math.floor(Date.now() / 1000),
          from: { is_bot: false, first_name: 'Jane', ...user },
          chat: { id: user.id, type: 'private', first_name: 'Jane' },
          [kind]: kind === 'photo' ? [smaller, file] : file,
          ...(caption !== undefined && { caption }),
          ...message,
        },
      });
      return fileId;
    },
    delivers(update) {
      updateId += 1;
      server.pending.push({ update_id: updateId, ...update });
      held?.('updates');
      if (server.webhook) void callAll();
      return updateId;
    },
    endpoint,
    async close() {
      server.webhook = null;
      held?.('updates');
      await endpoint.close();
    },
  };
  return server;
}
