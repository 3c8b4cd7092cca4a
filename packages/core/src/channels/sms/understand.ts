import { localize } from '@parley/contracts/i18n/server-texts';
import { messageMaxLength } from '@parley/contracts/messages/limits';
import { wholeStart } from '@parley/contracts/text/clean-line';
import type { InboundEvent } from '@parley/db/channels/inbound';
import * as Type from 'typebox';
import { Compile } from 'typebox/compile';
import type { SentAlong, Understood } from '../../deliveries/descriptor.ts';
import type { ExternalContext } from '../../external/services.ts';
import { reasonOf } from './twilio.ts';

const PhoneNumber = Type.String({ pattern: '^\\+?\\d{3,20}$' });
const Sid = Type.String({ minLength: 1, maxLength: 100 });

/** Message of a customer. https://www.twilio.com/docs/messaging/guides/webhook-request */
const messageSchema = Compile(
  Type.Object({
    MessageSid: Sid,
    From: PhoneNumber,
    Body: Type.Optional(Type.String()),
    NumMedia: Type.Optional(Type.String({ pattern: '^\\d{1,2}$' })),
    OptOutType: Type.Optional(Type.String()),
  }),
);
/** Report about a message of ours. */
const Status = Type.Object({
  MessageSid: Sid,
  MessageStatus: Type.String({ maxLength: 20 }),
  To: PhoneNumber,
  ErrorCode: Type.Optional(Type.String()),
});
const statusSchema = Compile(Status);

/** Words by which customers end messages and begin them again, in any case. */
const stops = new Set(['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE', 'OPTOUT']);
const starts = new Set(['START', 'UNSTOP']);
const failures = new Set(['failed', 'undelivered']);
const filesMax = 10;

/** Parses a stored call. */
export async function understand(context: ExternalContext, { raw }: InboundEvent): Promise<Understood> {
  const fields: unknown = JSON.parse(raw.toString('utf8'));
  if (statusSchema.Check(fields)) return statusOf(fields);
  if (!messageSchema.Check(fields)) return { what: 'unreadable' };
  const { From: address, MessageSid: reference, Body = '' } = fields;
  const word = (fields.OptOutType ?? Body.trim()).toUpperCase();
  if (stops.has(word) || starts.has(word)) return { what: 'reachable', address, isReachable: starts.has(word) };
  const caption = wholeStart(Body.replaceAll('\0', '').trim(), messageMaxLength);
  const files = filesOf(fields, Number(fields.NumMedia ?? 0));
  const content = [caption, ...files.map(({ name }) => `[${name}]`)].filter(Boolean).join('\n');
  if (content === '') return { what: 'nothing', reason: 'not_written', address };
  const { websiteId } = (await context.settings.read()).smsConfig;
  return {
    what: 'message',
    customer: { address, name: null, handle: address, locale: null, websiteId },
    content: wholeStart(content, messageMaxLength),
    reference,
    ...(files.length > 0 && { sent: { caption, files } }),
  };
}

function statusOf({
  MessageSid: reference,
  MessageStatus,
  To: address,
  ErrorCode,
}: Type.Static<typeof Status>): Understood {
  if (MessageStatus === 'delivered') return { what: 'status', address, reference, status: 'delivered', reason: null };
  if (!failures.has(MessageStatus)) return { what: 'nothing', reason: 'not_wanted', address };
  const name = 'SMS';
  const reported = ErrorCode
    ? localize('channel_reported_reason', { name, words: ErrorCode.slice(0, 20) })
    : localize('channel_reported_failure', { name });
  const reason = reasonOf(Number(ErrorCode)) ?? reported;
  return { what: 'status', address, reference, status: 'failed', reason };
}

/** Files are numbered fields beside the others. */
function filesOf(fields: object, count: number): SentAlong['files'] {
  return Array.from({ length: Math.min(count, filesMax) }, (_, index) => index).flatMap((index) => {
    const address: unknown = Reflect.get(fields, `MediaUrl${index}`);
    const type: unknown = Reflect.get(fields, `MediaContentType${index}`);
    if (typeof address !== 'string' || address.length > 2_000) return [];
    const [, kind = 'file', ending = ''] = /^(\w+)\/([\w-]{1,10})/.exec(String(type)) ?? [];
    const name = kind === 'image' ? 'photo' : kind;
    return [{ reference: address, name: ending === '' ? name : `${name}.${endings[ending] ?? ending}`, size: 0 }];
  });
}

const endings: Readonly<Record<string, string>> = { jpeg: 'jpg', 'x-vcard': 'vcf', vcard: 'vcf', plain: 'txt' };
