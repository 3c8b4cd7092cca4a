/** The few calls of Meta's Graph API that conversations need. https://developers.facebook.com/docs/whatsapp/cloud-api */
import { whatsapp as contract } from '@parley/contracts/channels/whatsapp';
import { localize, type LocalizedText } from '@parley/contracts/i18n/server-texts';
import * as Type from 'typebox';
import { Compile } from 'typebox/compile';
import { notConfigured } from '../../deliveries/refusals.ts';
import { CallFailed, quote } from '../../external/answer.ts';
import { type CalledFile, formBody, jsonBody } from '../../external/call-body.ts';
import type { ExternalContext } from '../../external/services.ts';
import { CustomerUnreachable } from '../customers/answers.ts';
import { UnknownOutcome } from '../customers/send-once.ts';

const Failure = Type.Object({
  error: Type.Object({
    message: Type.String(),
    code: Type.Integer(),
    error_data: Type.Optional(Type.Object({ details: Type.Optional(Type.String()) })),
  }),
});
const failureSchema = Compile(Failure);

/** A refusal with Meta's code. https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes */
export class GraphRefusal extends CallFailed {
  readonly code: number;

  constructor(code: number, ...call: ConstructorParameters<typeof CallFailed>) {
    super(...call);
    this.code = code;
  }
}

/** More than 24 hours since the customer's last message. */
const windowClosed = new Set([131_047, 470]);
/** The number has no WhatsApp, or its owner wants no messages of ours. */
const unreachable = new Set([131_026, 131_050]);
/** Refusals in the words of what the team can do about them. */
const reasons = new Map<number, LocalizedText>([
  [190, localize('whatsapp_token_ended')],
  [131_042, localize('whatsapp_payment')],
  [131_049, localize('whatsapp_template_held')],
  ...[132_000, 132_001, 132_007, 132_012].map((code) => [code, localize('whatsapp_template_changed')] as const),
  ...[132_015, 132_016].map((code) => [code, localize('whatsapp_template_paused')] as const),
]);

/** Returns Meta's reason in words where the team can do something about it. */
export function reasonOf(code: number): LocalizedText | undefined {
  const { name, customers } = contract;
  if (windowClosed.has(code)) return localize('reply_window_closed', { name, hours: customers.replyHours });
  if (unreachable.has(code)) return localize('whatsapp_unreachable');
  return reasons.get(code);
}

/** Throws a failed call again, a refusal with its reason in words. */
export function explained(error: unknown): never {
  const reason = error instanceof GraphRefusal ? reasonOf(error.code) : undefined;
  if (!(error instanceof GraphRefusal) || !reason) throw error;
  const final = { responseStatus: error.responseStatus, transient: false, cause: error };
  throw unreachable.has(error.code) ? new CustomerUnreachable(reason, final) : new CallFailed(reason, final);
}

export interface Graph {
  /** Phone number ID of the settings. */
  phoneNumberId: string;
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
   * Returns the bytes of a file that a customer sent, by its media id.
   * @throws CallFailed, OutboundError
   */
  fetchFile(mediaId: string): Promise<Buffer>;
}

const largestAnswer = 1024 * 1024;
const usualTimeoutMs = 30_000;
const withFilesTimeoutMs = 180_000;
/** Refusals for too many calls, which pass. */
const passingCodes = new Set([4, 80_007, 130_429, 131_048, 131_056, 133_004]);

/** Returns the API with the settings' number and token. @throws Problem `not_configured` */
export async function settingsGraph(context: ExternalContext): Promise<Graph> {
  const { accessToken, phoneNumberId } = (await context.settings.read()).whatsappConfig;
  if (accessToken === '' || phoneNumberId === '') throw notConfigured(localize('whatsapp_missing'));
  const { external } = context;
  const server = external.channelApis.get(contract.id) ?? contract.api;
  const { host, origin } = new URL(server);
  const authorization = { authorization: `Bearer ${accessToken}` };
  const graph: Graph = {
    phoneNumberId,
    async call(method, path, body, files = []) {
      const content = files.length > 0 ? await formBody(body ?? {}, files) : body && jsonBody(body);
      const { status, text } = await external.outbound.request(`${server}/${path}`, {
        method,
        ...content,
        headers: { ...content?.headers, ...authorization },
        timeoutMs: files.length > 0 ? withFilesTimeoutMs : usualTimeoutMs,
        maxBytes: largestAnswer,
      });
      const answer = parsed(text);
      if (status >= 200 && status < 300 && answer !== undefined) return answer;
      const { error } = failureSchema.Check(answer) ? answer : { error: { message: text, code: 0, error_data: {} } };
      const words = quote(error.error_data?.details ?? error.message, [accessToken]);
      const said = words ? localize('answered_with', { host, status, words }) : localize('answered', { host, status });
      // A server that failed may have done it before; an unavailable one has not.
      if (status < 400 || (status >= 500 && status !== 503))
        throw new UnknownOutcome(said, { responseStatus: status, transient: true });
      const transient = status === 429 || status === 503 || passingCodes.has(error.code);
      throw new GraphRefusal(error.code, said, { responseStatus: status, transient });
    },
    async fetchFile(mediaId) {
      const media = await graph.call('GET', `${encodeURIComponent(mediaId)}?phone_number_id=${phoneNumberId}`);
      const address =
        typeof media === 'object' && media !== null && 'url' in media ? URL.parse(String(media.url)) : null;
      // The token goes along: to Meta alone.
      const isTheirs = address && (address.origin === origin || isOfMeta(address));
      if (!isTheirs) throw new CallFailed(`${host} has not said where the file is.`, { transient: false });
      const { status, bytes } = await external.outbound.request(address.href, {
        headers: authorization,
        timeoutMs: withFilesTimeoutMs,
        maxBytes: contract.customers.largestFetched,
      });
      if (status === 200) return bytes;
      const transient = status === 429 || status >= 500;
      throw new CallFailed(`${host} answered ${status} to a file`, { responseStatus: status, transient });
    },
  };
  return graph;
}

const isOfMeta = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' && /(?:^|\.)(?:fbsbx\.com|facebook\.com|whatsapp\.net)$/.test(hostname);

/** Undefined for a proxy's page. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
