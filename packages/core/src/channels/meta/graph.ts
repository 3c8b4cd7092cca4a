/** Calls of Meta's Graph API. https://developers.facebook.com/docs/graph-api */
import * as Type from 'typebox';
import { Compile } from 'typebox/compile';
import { answeredWith, CallFailed } from '../../external/answer.ts';
import { type CalledFile, formBody, jsonBody } from '../../external/call-body.ts';
import type { ExternalContext } from '../../external/services.ts';
import { parseJson } from '@parley/contracts/json';
import { expectKnownOutcome } from '../customers/send-once.ts';

const Failure = Type.Object({
  error: Type.Object({
    message: Type.String(),
    code: Type.Integer(),
    error_subcode: Type.Optional(Type.Integer()),
    error_data: Type.Optional(Type.Object({ details: Type.Optional(Type.String()) })),
  }),
});
const failureSchema = Compile(Failure);

/** A refusal with Meta's code. https://developers.facebook.com/docs/graph-api/guides/error-handling */
export class GraphRefusal extends CallFailed {
  readonly code: number;
  /** 0 for none. */
  readonly subcode: number;

  constructor([code, subcode]: [code: number, subcode: number], ...call: ConstructorParameters<typeof CallFailed>) {
    super(...call);
    this.code = code;
    this.subcode = subcode;
  }
}

export interface Graph {
  /**
   * Makes a call and returns its answer, unparsed. `path` is below the API's address.
   * @throws GraphRefusal, UnknownOutcome if it may have been done, OutboundError
   */
  call(
    method: 'GET' | 'POST',
    path: string,
    body?: Readonly<Record<string, unknown>>,
    files?: CalledFile[],
  ): Promise<unknown>;
  /**
   * Returns the bytes at an address of Meta's, and of no other, with the token where it needs that.
   * @throws CallFailed, final for another address; OutboundError
   */
  download(address: string, options: { maxBytes: number; withToken: boolean }): Promise<Buffer>;
}

const largestAnswer = 1024 * 1024;
const usualTimeoutMs = 30_000;
const withFilesTimeoutMs = 180_000;
/** Refusals for too many calls, which pass. */
const passingCodes = new Set([4, 613, 80_006, 80_007, 130_429, 131_048, 131_056, 133_004]);

/** Returns the API at an address, with a token. */
export function graphAt({ external }: ExternalContext, server: string, accessToken: string): Graph {
  const { host, origin } = new URL(server);
  const authorization = { authorization: `Bearer ${accessToken}` };
  return {
    async call(method, path, body, files = []) {
      const content = files.length > 0 ? await formBody(body ?? {}, files) : body && jsonBody(body);
      const { status, text } = await external.outbound.request(`${server}/${path}`, {
        method,
        ...content,
        headers: { ...content?.headers, ...authorization },
        timeoutMs: files.length > 0 ? withFilesTimeoutMs : usualTimeoutMs,
        maxBytes: largestAnswer,
      });
      const answer = parseJson(text);
      if (status >= 200 && status < 300 && answer !== undefined) return answer;
      const { error } = failureSchema.Check(answer) ? answer : { error: { message: text, code: 0 } };
      const { code, message, error_subcode: subcode = 0, error_data: { details } = {} } = error;
      const said = answeredWith(host, { status, text: details ?? message }, [accessToken]);
      expectKnownOutcome(status, said);
      const transient = status === 429 || status === 503 || passingCodes.has(code);
      throw new GraphRefusal([code, subcode], said, { responseStatus: status, transient });
    },
    async download(given, { maxBytes, withToken }) {
      const address = URL.parse(given);
      if (!address || (address.origin !== origin && !isOfMeta(address)))
        throw new CallFailed(`${host} has not said where the file is.`, { transient: false });
      const { status, bytes } = await external.outbound.request(address.href, {
        ...(withToken && { headers: authorization }),
        timeoutMs: withFilesTimeoutMs,
        maxBytes,
      });
      if (status === 200) return bytes;
      const transient = status === 429 || status >= 500;
      throw new CallFailed(`${host} answered ${status} to a file`, { responseStatus: status, transient });
    },
  };
}

const isOfMeta = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' &&
  /(?:^|\.)(?:fbsbx\.com|facebook\.com|whatsapp\.net|fbcdn\.net|cdninstagram\.com)$/.test(hostname);
