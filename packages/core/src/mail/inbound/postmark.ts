/** Postmark's inbound webhook: https://postmarkapp.com/developer/webhooks/inbound-webhook */
import * as Type from 'typebox';
import { Compile } from 'typebox/compile';
import { addressesOf, assertPassword, jsonOf, notAMail, type ProviderCall, type ProviderMail } from './call.ts';
import { rebuildMail } from './rebuild.ts';

const Person = Type.Object({ Email: Type.String(), Name: Type.Optional(Type.String()) });
const People = Type.Optional(Type.Array(Person));

const Inbound = Compile(
  Type.Object({
    /** The original, where the server is set to include it. */
    RawEmail: Type.Optional(Type.String()),
    FromFull: Person,
    ToFull: People,
    CcFull: People,
    OriginalRecipient: Type.Optional(Type.String()),
    Subject: Type.Optional(Type.String()),
    Date: Type.Optional(Type.String()),
    MessageID: Type.String(),
    TextBody: Type.Optional(Type.String()),
    HtmlBody: Type.Optional(Type.String()),
    Headers: Type.Optional(Type.Array(Type.Object({ Name: Type.String(), Value: Type.String() }))),
    Attachments: Type.Optional(
      Type.Array(
        Type.Object({
          Name: Type.String(),
          Content: Type.String(),
          ContentType: Type.String(),
          ContentID: Type.Optional(Type.Union([Type.String(), Type.Null()])),
        }),
      ),
    ),
  }),
);

const listOf = (people: readonly Type.Static<typeof Person>[] = []): string =>
  people
    .map(({ Email, Name = '' }) => (Name === '' ? Email : `"${Name.replaceAll(/[\\"]/g, '\\$&')}" <${Email}>`))
    .join(', ');

/** @throws Problem `signed_out` for a wrong password, `malformed` */
export async function readPostmark(call: ProviderCall, password: string): Promise<ProviderMail> {
  assertPassword(call, password);
  const mail = jsonOf(call);
  if (!Inbound.Check(mail)) throw notAMail();
  const fields: (readonly [string, string])[] = [
    ['From', listOf([mail.FromFull])],
    ['To', listOf(mail.ToFull)],
    ['Cc', listOf(mail.CcFull)],
    ['Subject', mail.Subject ?? ''],
    ['Date', mail.Date ?? ''],
    ...(mail.Headers ?? []).map(({ Name, Value }) => [Name, Value] as const),
  ];
  const hasId = fields.some(([name]) => name.toLowerCase() === 'message-id');
  const raw =
    mail.RawEmail === undefined || mail.RawEmail === ''
      ? await rebuildMail({
          headers: [
            ...(hasId ? [] : [['Message-ID', `<${mail.MessageID}@inbound.postmarkapp.com>`] as const]),
            ...fields.filter(([, value]) => value !== ''),
          ],
          text: mail.TextBody ?? '',
          html: mail.HtmlBody ?? '',
          files: (mail.Attachments ?? []).map(({ Name, Content, ContentType, ContentID }) => ({
            name: Name,
            type: ContentType,
            bytes: Buffer.from(Content, 'base64'),
            contentId: ContentID?.replaceAll(/[<>]/g, '') || null,
          })),
        })
      : Buffer.from(mail.RawEmail);
  return {
    raw,
    envelopeFrom: mail.FromFull.Email.toLowerCase() || null,
    envelopeTo: addressesOf(mail.OriginalRecipient ?? ''),
  };
}
