/** The few calls of Twilio's API that text messages need. https://www.twilio.com/docs/messaging/api */
import { receiveFromChannel } from '@parley/contracts/routes/integrations';
import { sms as contract } from '@parley/contracts/channels/sms';
import { localize, type LocalizedText } from '@parley/contracts/i18n/server-texts';
import * as Type from 'typebox';
import { Compile } from 'typebox/compile';
import { notConfigured } from '../../deliveries/refusals.ts';
import { answeredWith, CallFailed } from '../../external/answer.ts';
import type { ExternalContext } from '../../external/services.ts';
import { parseJson } from '@parley/contracts/json';
import { CustomerUnreachable } from '../customers/answers.ts';
import { expectKnownOutcome } from '../customers/send-once.ts';

const failureSchema = Compile(Type.Object({ code: Type.Integer(), message: Type.String() }));

export interface Twilio {
  /** Number or messaging service of the settings. */
  sender: string;
  /**
   * Makes a call below the account's address and returns its answer, unparsed; a POST with a form.
   * @throws CustomerUnreachable, UnknownOutcome if it may have been done, CallFailed, OutboundError
   */
  call(path: string, form?: URLSearchParams): Promise<unknown>;
  /** Returns the bytes of a file that a customer sent. @throws CallFailed, final for another server; OutboundError */
  download(address: string): Promise<Buffer>;
}

const largestAnswer = 256 * 1024;
const timeoutMs = 30_000;

/** Address that Twilio calls, as it signs it. */
export const ourAddress = ({ publicUrl }: ExternalContext): string =>
  `${publicUrl}${receiveFromChannel.path.replace(':channel', contract.id)}`;

/** Returns the API with the settings' account. @throws Problem `not_configured` */
export async function settingsTwilio(context: ExternalContext): Promise<Twilio> {
  const { accountSid, authToken, sender } = (await context.settings.read()).smsConfig;
  if (accountSid === '' || authToken === '' || sender === '') throw notConfigured(localize('sms_missing'));
  const { external } = context;
  const { host, origin } = new URL(external.channelApis.get(contract.id) ?? contract.api);
  const account = `${origin}/2010-04-01/Accounts/${accountSid}`;
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;
  return {
    sender,
    async call(path, form) {
      const { status, text } = await external.outbound.request(`${account}${path}`, {
        method: form ? 'POST' : 'GET',
        headers: { authorization, ...(form && { 'content-type': 'application/x-www-form-urlencoded' }) },
        ...(form && { body: form.toString() }),
        timeoutMs,
        maxBytes: largestAnswer,
      });
      const answer = parseJson(text);
      if (status >= 200 && status < 300 && answer !== undefined) return answer;
      const { code, message } = failureSchema.Check(answer) ? answer : { code: 0, message: text };
      const said = answeredWith(host, { status, text: message }, [authToken]);
      expectKnownOutcome(status, said);
      const reason = reasonOf(code);
      const transient = !reason && (status === 429 || status === 503);
      const Failed = isUnreachable(code) ? CustomerUnreachable : CallFailed;
      throw new Failed(reason ?? said, { responseStatus: status, transient });
    },
    async download(address) {
      if (URL.parse(address)?.origin !== origin)
        throw new CallFailed(`${host} has not said where the file is.`, { transient: false });
      // Its redirect to the file's own server goes without the token.
      const { status, bytes } = await external.outbound.request(address, {
        headers: { authorization },
        timeoutMs,
        maxBytes: contract.customers.largestFetched,
      });
      if (status === 200) return bytes;
      const transient = status === 429 || status >= 500;
      throw new CallFailed(`${host} answered ${status} to a file`, { responseStatus: status, transient });
    },
  };
}

const optedOut = 21_610;
/** No number, one that takes no text messages, or one that isn't in use. */
const withoutSms = new Set([21_211, 21_217, 21_614, 30_003, 30_005, 30_006]);

export const isUnreachable = (code: number): boolean => code === optedOut || withoutSms.has(code);

/** Returns Twilio's reason in words where the team can do something about it. https://www.twilio.com/docs/api/errors */
export function reasonOf(code: number): LocalizedText | undefined {
  if (code === optedOut) return localize('sms_opted_out');
  if (withoutSms.has(code)) return localize('sms_no_number');
  if (code === 30_007) return localize('sms_filtered');
  return code === 20_003 ? localize('sms_refused_login') : undefined;
}
