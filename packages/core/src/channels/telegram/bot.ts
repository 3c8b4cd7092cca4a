/** The few calls of the Bot API that conversations need. https://core.telegram.org/bots/api */
import { telegram as contract } from '@parley/contracts/channels/telegram';
import * as Type from 'typebox';
import { Compile } from 'typebox/compile';
import { answeredWith, CallFailed } from '../../external/answer.ts';
import { type CalledFile, formBody, jsonBody } from '../../external/call-body.ts';
import type { ExternalContext } from '../../external/services.ts';
import { expectKnownOutcome } from '../customers/send-once.ts';

const Answer = Type.Object({
  ok: Type.Boolean(),
  result: Type.Optional(Type.Unknown()),
  description: Type.Optional(Type.String()),
  parameters: Type.Optional(Type.Object({ retry_after: Type.Optional(Type.Integer()) })),
});
type Answer = Type.Static<typeof Answer>;
const schema = Compile(Answer);

export interface Bot {
  /** The part of the token that names the bot. */
  id: string;
  /**
   * Makes a call and returns its result, unparsed.
   * @throws CallFailed with the Bot API's text, UnknownOutcome if it may have been done, OutboundError
   */
  call(method: string, parameters: Readonly<Record<string, unknown>>, options?: CallOptions): Promise<unknown>;
  /**
   * Returns the bytes of a file sent to the bot, by its `file_id`.
   * @throws CallFailed with the Bot API's text, OutboundError
   */
  fetchFile(fileId: string): Promise<Buffer>;
}

interface CallOptions {
  timeoutMs?: number;
  signal?: AbortSignal;
  files?: readonly CalledFile[];
}

/** A hundred updates fit well. */
const largestAnswer = 16 * 1024 * 1024;
const usualTimeoutMs = 30_000;
const withFilesTimeoutMs = 180_000;

const token = /^(\d{1,20}):[\w-]{10,200}$/;

/** Whether a text is a bot token by its looks. */
export const isToken = (text: string): boolean => token.test(text);

/**
 * Returns the bot of a token from @BotFather; null for a malformed one. The token is a part of every address called.
 */
export function botOf({ external }: Pick<ExternalContext, 'external'>, botToken: string): Bot | null {
  const [, id] = token.exec(botToken) ?? [];
  if (id === undefined) return null;
  const server = external.channelApis.get(contract.id) ?? contract.api;
  const { host } = new URL(server);
  const bot: Bot = {
    id,
    async call(method, parameters, { timeoutMs, signal, files = [] } = {}) {
      const { status, text } = await external.outbound.request(`${server}/bot${botToken}/${method}`, {
        method: 'POST',
        ...(files.length > 0 ? await formBody(parameters, files) : jsonBody(parameters)),
        timeoutMs: timeoutMs ?? (files.length > 0 ? withFilesTimeoutMs : usualTimeoutMs),
        maxBytes: largestAnswer,
        ...(signal ? { signal } : {}),
      });
      const answer = read(text);
      if (answer?.ok) return answer.result;
      const secrets = [botToken, botToken.slice(id.length + 1)];
      const failure = answeredWith(host, { status, text: answer?.description ?? text }, secrets);
      expectKnownOutcome(status, failure);
      throw new CallFailed(failure, {
        responseStatus: status,
        transient: status === 429 || status >= 500,
        retryAfterMs: (answer?.parameters?.retry_after ?? 0) * 1000,
      });
    },
    async fetchFile(fileId) {
      const file = await bot.call('getFile', { file_id: fileId });
      const filePath = typeof file === 'object' && file !== null && 'file_path' in file ? file.file_path : undefined;
      if (typeof filePath !== 'string' || !/^[\w-]+(?:[./][\w-]+)*$/.test(filePath))
        throw new CallFailed(`${host} has not said where the file is.`, { transient: false });
      const { status, bytes } = await external.outbound.request(`${server}/file/bot${botToken}/${filePath}`, {
        timeoutMs: withFilesTimeoutMs,
        maxBytes: contract.customers.largestFetched,
      });
      if (status === 200) return bytes;
      const transient = status === 429 || status >= 500;
      throw new CallFailed(`${host} answered ${status} to a file`, { responseStatus: status, transient });
    },
  };
  return bot;
}

function read(text: string): Answer | null {
  try {
    const answer: unknown = JSON.parse(text);
    return schema.Check(answer) ? answer : null;
  } catch {
    // A proxy's page.
    return null;
  }
}
