/**
 * Amazon SES, which hands mails over by a topic of SNS:
 * https://docs.aws.amazon.com/ses/latest/dg/receiving-email-action-sns.html and
 * https://docs.aws.amazon.com/sns/latest/dg/sns-verify-signature-of-message.html
 */
import { createVerify, X509Certificate } from 'node:crypto';
import type { MailBucket } from '@parley/contracts/channels/mailboxes';
import { localize } from '@parley/contracts/i18n/server-texts';
import { Problem } from '@parley/contracts/problems';
import * as Type from 'typebox';
import { Compile } from 'typebox/compile';
import type { ExternalContext } from '../../external/services.ts';
import { mailMaxBytes } from '../parse.ts';
import { readFromBucket } from './bucket.ts';
import { assertPassword, jsonOf, notAMail, notTheProvider, type ProviderCall, type ProviderMail } from './call.ts';

const Envelope = Compile(
  Type.Object({
    Type: Type.Union([
      Type.Literal('Notification'),
      Type.Literal('SubscriptionConfirmation'),
      Type.Literal('UnsubscribeConfirmation'),
    ]),
    MessageId: Type.String(),
    TopicArn: Type.String(),
    Message: Type.String(),
    Timestamp: Type.String(),
    SignatureVersion: Type.String(),
    Signature: Type.String(),
    SigningCertURL: Type.String(),
    Subject: Type.Optional(Type.String()),
    Token: Type.Optional(Type.String()),
    SubscribeURL: Type.Optional(Type.String()),
  }),
);

const Received = Compile(
  Type.Object({
    notificationType: Type.Literal('Received'),
    mail: Type.Object({ source: Type.Optional(Type.String()) }),
    receipt: Type.Object({
      recipients: Type.Array(Type.String()),
      action: Type.Object({
        type: Type.String(),
        encoding: Type.Optional(Type.String()),
        bucketName: Type.Optional(Type.String({ maxLength: 63 })),
        objectKey: Type.Optional(Type.String({ minLength: 1, maxLength: 1024 })),
      }),
    }),
    content: Type.Optional(Type.String()),
  }),
);

const signedFields = {
  Notification: ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'],
  confirmation: ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
} as const;

/** SNS repeats for an hour at most, unless its policy says otherwise. */
const oldestMs = 24 * 3600 * 1000;

/** Host of SNS in every region, China's included. */
const snsHost = /^sns\.[a-z0-9-]{1,40}\.amazonaws\.com(?:\.cn)?$/;

/** Returns an address at SNS itself. @throws Problem `signed_out` for any other, which is never called */
function snsUrl(address: string): URL {
  const url = URL.parse(address);
  const isTheirs =
    url?.protocol === 'https:' && snsHost.test(url.hostname) && url.port === '' && url.username === '' && !url.password;
  if (!url || !isTheirs) throw notTheProvider();
  return url;
}

/** Certificates by address: one signs for a region, for months. */
const certificates = new Map<string, X509Certificate>();
const certificatesMax = 50;

async function certificateAt({ external }: Pick<ExternalContext, 'external'>, url: URL): Promise<X509Certificate> {
  if (!url.pathname.endsWith('.pem')) throw notTheProvider();
  const known = certificates.get(url.href);
  if (known) return known;
  const { status, text } = await external.outbound.request(url.href, { maxBytes: 64 * 1024, maxRedirects: 0 });
  if (status !== 200) throw new Problem('unavailable', 'The certificate of this signature can’t be read.');
  const certificate = new X509Certificate(text);
  if (certificates.size >= certificatesMax) certificates.clear();
  certificates.set(url.href, certificate);
  return certificate;
}

/** Password of the calls, and the bucket of mails that a notification doesn't contain. */
type SesConnection = Partial<MailBucket> & { secret: string };

/**
 * Returns the mail of a notification, from the mailbox's bucket if it lies there; null for the confirmation of a subscription, which is answered here.
 *
 * @throws Problem `signed_out` for a wrong password or signature, `malformed`, `unavailable`
 */
export async function readSes(
  context: Pick<ExternalContext, 'external' | 'log'>,
  call: ProviderCall,
  { secret, ...connection }: SesConnection,
): Promise<ProviderMail | null> {
  // Every topic of every account has a valid signature: the password shows that it is the owner's.
  assertPassword(call, secret);
  const envelope = jsonOf(call);
  if (!Envelope.Check(envelope)) throw notAMail();
  const isNotification = envelope.Type === 'Notification';
  const text = signedFields[isNotification ? 'Notification' : 'confirmation']
    .flatMap((name) => (envelope[name] === undefined ? [] : `${name}\n${envelope[name]}\n`))
    .join('');
  const certificate = await certificateAt(context, snsUrl(envelope.SigningCertURL));
  const isValid = createVerify(envelope.SignatureVersion === '2' ? 'RSA-SHA256' : 'RSA-SHA1')
    .update(text)
    .verify(certificate.publicKey, envelope.Signature, 'base64');
  const age = Math.abs(Date.now() - Date.parse(envelope.Timestamp));
  if (!isValid || !(age <= oldestMs) || Date.parse(certificate.validTo) < Date.now()) throw notTheProvider();
  if (envelope.Type === 'SubscriptionConfirmation') {
    const { status } = await context.external.outbound.request(snsUrl(envelope.SubscribeURL ?? '').href, {
      maxBytes: 64 * 1024,
      maxRedirects: 0,
    });
    context.log.info({ topic: envelope.TopicArn, status }, 'a subscription to a topic was confirmed');
    if (status !== 200) throw new Problem('unavailable', 'The subscription could not be confirmed.');
  }
  return isNotification ? mailOf(context, connection, envelope.Message) : null;
}

async function mailOf(
  context: Pick<ExternalContext, 'external'>,
  connection: Partial<MailBucket>,
  message: string,
): Promise<ProviderMail> {
  const received = jsonOf({ body: Buffer.from(message) });
  if (!Received.Check(received)) throw notAMail();
  const { content, receipt, mail } = received;
  const { encoding, bucketName, objectKey } = receipt.action;
  const envelope = {
    envelopeFrom: mail.source?.toLowerCase() || null,
    envelopeTo: receipt.recipients.map((address) => address.toLowerCase()),
  };
  if (content !== undefined)
    return { ...envelope, raw: Buffer.from(content, encoding === 'BASE64' ? 'base64' : 'utf8') };
  if (!bucketName || !objectKey)
    throw new Problem('invalid', 'The notification has no content. Use the SNS or the S3 action of a receipt rule.');
  const { bucket, region, accessKeyId, secretAccessKey } = connection;
  // The key is for the mailbox's own bucket, whatever a topic names.
  if (bucket !== bucketName || !region || !accessKeyId || !secretAccessKey)
    throw new Problem('unavailable', localize('mail_in_other_bucket', { bucket: bucketName }));
  const from = { bucket, region, accessKeyId, secretAccessKey };
  return { ...envelope, raw: await readFromBucket(context, from, objectKey, mailMaxBytes) };
}
