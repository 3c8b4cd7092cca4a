/** Mails that providers hand over by calling us, in shapes made up after their documentation. */
import { createHmac, createSign, generateKeyPairSync, randomUUID } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { request as httpRequest } from 'node:http';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { MailWebhookProvider } from '@parley/contracts/channels/mailboxes';
import { secretMask } from '@parley/contracts/settings/secret-fields';
import { receiveCall } from '@parley/core/mail/inbound/receive-call';
import { readSes } from '@parley/core/mail/inbound/ses';
import { mailMaxBytes, parseMail } from '@parley/core/mail/parse';
import { createColleague, withExternalServices } from '@parley/core/testing';
import { addMailbox, listMailboxes } from '@parley/core/mail/mailboxes';
import { findMailbox } from '@parley/db/mail/mailboxes';
import type { Outbound } from '@parley/service/outbound';
import { type S3Server, startS3 } from '@parley/testing/s3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApi, type TestApi } from './support/api.ts';

const secret = 'key-1234567890';
let api: TestApi;
const mailboxIds = new Map<MailWebhookProvider, string>();
beforeAll(async () => {
  api = await startApi();
  const admin = await createColleague(api.context, 'Ada Inbound', 'admin');
  for (const provider of ['mailgun', 'postmark', 'ses'] as const) {
    const { id } = await addMailbox(withExternalServices(api.context), admin, {
      name: provider,
      address: `${provider}@shop.example`,
      receiving: { kind: 'webhook', provider, secret },
      sending: { kind: 'installation' },
    });
    mailboxIds.set(provider, id);
  }
});
afterAll(() => api.close());

const urlOf = (provider: MailWebhookProvider): string => `/api/mail/inbound/${mailboxIds.get(provider)}/${provider}`;

/** Sends a request to a stand-in under the name of the host that it stands in for. */
const sendAs = (host: string, url: string, headers: Readonly<Record<string, string>>) =>
  new Promise<{ status: number; headers: Record<string, string>; bytes: Buffer }>((resolve, reject) => {
    httpRequest(url, { headers: { ...headers, host } }, (answer) => {
      const pieces: Buffer[] = [];
      answer.on('data', (piece: Buffer) => pieces.push(piece));
      answer.on('end', () => {
        const named = Object.entries(answer.headers).map(([name, value]) => [name, String(value)]);
        resolve({ status: answer.statusCode ?? 0, headers: Object.fromEntries(named), bytes: Buffer.concat(pieces) });
      });
    })
      .on('error', reject)
      .end();
  });

const received = async (provider: MailWebhookProvider) =>
  api.context.db
    .selectFrom('inboundMails')
    .select(['source', 'envelopeFrom', 'envelopeTo', 'senderName', 'subject', 'raw'])
    .where('mailboxId', '=', mailboxIds.get(provider) ?? '')
    .orderBy('id')
    .execute();

const raw = (subject: string): string =>
  [
    `Message-ID: <${randomUUID()}@customers.example>`,
    'From: Anna <anna@customers.example>',
    'To: support@shop.example',
    `Subject: ${subject}`,
    '',
    'Hello',
    '',
  ].join('\r\n');

describe('Mailgun', () => {
  const signed = (timestamp = Math.floor(Date.now() / 1000), token: string = randomUUID()) => ({
    timestamp: String(timestamp),
    token,
    signature: createHmac('sha256', secret).update(`${timestamp}${token}`).digest('hex'),
  });
  const post = async (fields: Record<string, string | File>) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    const encoded = new Response(form);
    return api.app.inject({
      method: 'POST',
      url: urlOf('mailgun'),
      headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
      payload: Buffer.from(await encoded.arrayBuffer()),
    });
  };
  const envelope = { recipient: 'support@shop.example', sender: 'Bounce+1@customers.example' };

  test('a signed mail is stored as it was sent, with its envelope, and once', async () => {
    const fields = { ...signed(), ...envelope, 'body-mime': raw('By Mailgun') };
    expect((await post(fields)).statusCode).toBe(204);
    expect((await post(fields)).statusCode).toBe(204);
    expect((await post({ ...fields, ...signed() })).statusCode).toBe(204);
    expect(await received('mailgun')).toMatchObject([
      {
        source: 'webhook',
        envelopeFrom: 'bounce+1@customers.example',
        envelopeTo: ['support@shop.example'],
        subject: 'By Mailgun',
        raw: Buffer.from(fields['body-mime']),
      },
    ]);
  });

  test('a wrong, old or copied signature stores nothing', async () => {
    const before = (await received('mailgun')).length;
    const mail = { ...envelope, 'body-mime': raw('Forged') };
    for (const wrong of [{ ...signed(), signature: 'ab' }, signed(Math.floor(Date.now() / 1000) - 24 * 3600), {}]) {
      const answer = await post({ ...wrong, ...mail });
      expect([answer.statusCode, answer.json().code]).toEqual([401, 'signed_out']);
    }
    const used = signed();
    await post({ ...used, ...envelope, 'body-mime': raw('The genuine one') });
    expect((await post({ ...used, ...mail })).statusCode).toBe(204);
    expect((await received('mailgun')).length).toBe(before + 1);
  });

  test('a mail in fields is rebuilt with its own header, text, HTML and files', async () => {
    const header = [
      ['Message-Id', '<fields@customers.example>'],
      ['From', 'Jürgen <j@customers.example>'],
      ['Subject', 'In fields\r\nBcc: victim@else.example'],
      ['References', '<one@x> <two@x>'],
      ['Content-Type', 'multipart/mixed; boundary=theirs'],
    ];
    await post({
      ...signed(),
      ...envelope,
      'message-headers': JSON.stringify(header),
      'body-plain': 'Grüße',
      'body-html': '<p>Grüße <img src="cid:pic"></p>',
      'content-id-map': JSON.stringify({ '<pic>': 'attachment-1' }),
      'attachment-1': new File([Buffer.from('png')], 'a.png', { type: 'image/png' }),
    });
    const mail = await parseMail((await received('mailgun')).at(-1)?.raw ?? Buffer.alloc(0));
    expect(mail).toMatchObject({
      messageId: '<fields@customers.example>',
      from: { name: 'Jürgen', address: 'j@customers.example' },
      references: ['<one@x>', '<two@x>'],
      text: expect.stringContaining('Grüße'),
      html: expect.stringContaining('cid:pic'),
    });
    expect(mail.recipients).toEqual([]);
    expect(mail.files).toMatchObject([{ name: 'a.png', contentId: 'pic', mimeType: 'image/png' }]);
  });
});

const basic = (password: string) => ({
  authorization: `Basic ${Buffer.from(`parley:${password}`).toString('base64')}`,
});

describe('Postmark', () => {
  const post = (body: object, headers: Record<string, string> = basic(secret)) =>
    api.call('POST', urlOf('postmark'), { body, headers });
  const person = { Email: 'anna@customers.example', Name: 'Anna "A" Smith' };

  test('the original is stored where it is included, and rebuilt otherwise', async () => {
    const original = raw('The original');
    expect((await post({ RawEmail: original, FromFull: person, MessageID: randomUUID() })).statusCode).toBe(204);
    const rebuilt = {
      FromFull: person,
      ToFull: [{ Email: 'support@shop.example', Name: '' }],
      OriginalRecipient: 'Support@shop.example',
      Subject: 'In JSON',
      Date: 'Mon, 30 Nov 2026 10:00:00 +0000',
      MessageID: 'one-two',
      TextBody: 'Hello',
      Headers: [{ Name: 'X-Spam-Status', Value: 'No' }],
      Attachments: [{ Name: 'n.txt', Content: 'aGk=', ContentType: 'text/plain', ContentLength: 2 }],
    };
    for (let twice = 0; twice < 2; twice += 1) expect((await post(rebuilt)).statusCode).toBe(204);
    const [first, second, ...more] = await received('postmark');
    expect(first).toMatchObject({ raw: Buffer.from(original), source: 'webhook' });
    expect(second).toMatchObject({ envelopeTo: ['support@shop.example'], subject: 'In JSON' });
    expect(more).toHaveLength(0);
    expect(await parseMail(second?.raw ?? Buffer.alloc(0))).toMatchObject({
      messageId: '<one-two@inbound.postmarkapp.com>',
      from: { name: 'Anna A Smith', address: 'anna@customers.example' },
      recipients: ['support@shop.example'],
      files: [{ name: 'n.txt' }],
    });
  });

  test('without the password nothing is stored, and the call is asked for one', async () => {
    const body = { RawEmail: raw('Forged'), FromFull: person, MessageID: 'x' };
    for (const headers of [{}, basic('wrong'), basic(''), { authorization: 'Basic %%%' }]) {
      const answer = await post(body, headers);
      expect(answer.statusCode).toBe(401);
      expect(answer.body).not.toContain(secret);
    }
    expect((await post(body, {})).headers['www-authenticate']).toContain('Basic');
    expect((await received('postmark')).map(({ subject }) => subject)).not.toContain('Forged');
  });

  test('what is no mail is refused, and a mailbox takes its own provider’s calls alone', async () => {
    expect((await post({ hello: 'world' })).json().code).toBe('malformed');
    const otherUrl = `/api/mail/inbound/${mailboxIds.get('postmark')}/mailgun`;
    expect((await api.call('POST', otherUrl, { body: {}, headers: basic(secret) })).statusCode).toBe(404);
    const unknown = `/api/mail/inbound/${randomUUID()}/postmark`;
    expect((await api.call('POST', unknown, { body: {}, headers: basic(secret) })).statusCode).toBe(404);
  });
});

describe('SES by SNS', () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const folder = mkdtempSync(path.join(tmpdir(), 'parley-sns-'));
  const keyFile = path.join(folder, 'key.pem');
  writeFileSync(keyFile, privateKey.export({ type: 'pkcs8', format: 'pem' }));
  const certificate = execFileSync(
    'openssl',
    ['req', '-x509', '-new', '-key', keyFile, '-subj', '/CN=sns.amazonaws.com', '-days', '2'],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  ).toString();
  const certificateUrl = 'https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-test.pem';

  /** A context with SNS as the only host that answers. */
  function withSns(called: string[]) {
    const context = withExternalServices(api.context);
    const request = async (url: string) => {
      called.push(url);
      const text = url === certificateUrl ? certificate : '<ok/>';
      return { status: 200, url, headers: {}, bytes: Buffer.from(text), text };
    };
    return { ...context, external: { ...context.external, outbound: { ...context.external.outbound, request } } };
  }

  function notification(change: Record<string, string> = {}): Record<string, string> {
    const fields: Record<string, string> = {
      Type: 'Notification',
      MessageId: randomUUID(),
      TopicArn: 'arn:aws:sns:eu-west-1:1:mail',
      Message: JSON.stringify({
        notificationType: 'Received',
        mail: { source: 'Anna@customers.example' },
        receipt: { recipients: ['ses@shop.example'], action: { type: 'SNS', encoding: 'BASE64' } },
        content: Buffer.from(raw('By SES')).toString('base64'),
      }),
      Timestamp: new Date().toISOString(),
      SignatureVersion: '2',
      SigningCertURL: certificateUrl,
      ...change,
    };
    const names =
      fields['Type'] === 'Notification'
        ? ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type']
        : ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'];
    const text = names.flatMap((name) => (fields[name] === undefined ? [] : `${name}\n${fields[name]}\n`)).join('');
    return { Signature: createSign('RSA-SHA256').update(text).sign(privateKey, 'base64'), ...fields };
  }
  const read = (body: object, called: string[] = [], password = secret) =>
    readSes(
      withSns(called),
      {
        contentType: 'text/plain',
        authorization: basic(password).authorization,
        body: Buffer.from(JSON.stringify(body)),
      },
      { secret },
    );

  test('a signed notification is a mail, and the certificate is read from SNS alone', async () => {
    const mail = await read(notification());
    expect(mail).toMatchObject({ envelopeFrom: 'anna@customers.example', envelopeTo: ['ses@shop.example'] });
    expect(mail?.raw.toString()).toContain('Subject: By SES');
    const called: string[] = [];
    for (const url of [
      'https://sns.evil.example/x.pem',
      'https://sns.eu-west-1.amazonaws.com.evil.example/x.pem',
      'http://sns.eu-west-1.amazonaws.com/x.pem',
      'https://sns.eu-west-1.amazonaws.com:8443/x.pem',
      'https://user@sns.eu-west-1.amazonaws.com/x.pem',
      'https://sns.eu-west-1.amazonaws.com/x.txt',
    ]) {
      await expect(read(notification({ SigningCertURL: url }), called)).rejects.toMatchObject({ code: 'signed_out' });
    }
    expect(called).toEqual([]);
  });

  test('a changed, old or unsigned notification is refused, and so is another topic’s without the password', async () => {
    const good = notification();
    for (const bad of [
      { ...good, Message: '{}' },
      { ...good, Signature: 'AAAA' },
      notification({ Timestamp: new Date(Date.now() - 48 * 3600_000).toISOString() }),
    ]) {
      await expect(read(bad)).rejects.toMatchObject({ code: 'signed_out' });
    }
    await expect(read(good, [], 'of another topic')).rejects.toMatchObject({ code: 'signed_out' });
  });

  test('a subscription is confirmed at SNS and nowhere else', async () => {
    const SubscribeURL = 'https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription&Token=t';
    const called: string[] = [];
    const confirmation = { Type: 'SubscriptionConfirmation', Token: 't', Message: 'Confirm', SubscribeURL };
    expect(await read(notification(confirmation), called)).toBeNull();
    expect(called).toContain(SubscribeURL);
    const elsewhere = { ...confirmation, SubscribeURL: 'https://169.254.169.254/latest' };
    called.length = 0;
    await expect(read(notification(elsewhere), called)).rejects.toMatchObject({ code: 'signed_out' });
    expect(called).toEqual([]);
  });

  describe('with the mail in a bucket', () => {
    let s3: S3Server;
    let bucketMailbox: string;
    const asked: string[] = [];
    beforeAll(async () => {
      s3 = await startS3();
      const admin = await createColleague(api.context, 'Ada Bucket', 'admin');
      const { accessKeyId, secretAccessKey } = s3;
      const { id } = await addMailbox(withExternalServices(api.context), admin, {
        name: 'bucket',
        address: 'bucket@shop.example',
        receiving: {
          kind: 'webhook',
          provider: 'ses',
          secret,
          bucket: s3.bucket,
          region: 'eu-west-1',
          accessKeyId,
          secretAccessKey,
        },
        sending: { kind: 'installation' },
      });
      bucketMailbox = id;
    });
    afterAll(() => s3.close());

    const host = 's3.eu-west-1.amazonaws.com';
    /** A context with SNS and a stand-in for Amazon's host of buckets. */
    function withS3() {
      const context = withSns([]);
      const { request } = context.external.outbound;
      const inBucket: Outbound['request'] = async (url, sent = {}) => {
        const to = new URL(url);
        if (to.host !== host) return request(url);
        asked.push(url);
        const answer = await sendAs(host, `${s3.url}${to.pathname}${to.search}`, sent.headers ?? {});
        const bytes = answer.bytes.subarray(0, sent.maxBytes);
        return { ...answer, url, bytes, text: bytes.toString('utf8') };
      };
      const outbound = { ...context.external.outbound, request: inBucket };
      return { ...context, external: { ...context.external, outbound } };
    }
    const stored = (key: string, bucketName = s3.bucket) =>
      notification({
        Message: JSON.stringify({
          notificationType: 'Received',
          mail: { source: 'Anna@customers.example' },
          receipt: { recipients: ['bucket@shop.example'], action: { type: 'S3', bucketName, objectKey: key } },
        }),
      });
    const receive = (body: object) =>
      receiveCall(
        withS3(),
        { mailboxId: bucketMailbox, provider: 'ses' },
        {
          contentType: 'text/plain',
          authorization: basic(secret).authorization,
          body: Buffer.from(JSON.stringify(body)),
        },
      );
    const mails = () =>
      api.context.db
        .selectFrom('inboundMails')
        .select(['envelopeTo', 'raw'])
        .where('mailboxId', '=', bucketMailbox)
        .execute();
    const failure = async () => (await findMailbox(api.context.db, bucketMailbox))?.failure ?? null;
    const put = (key: string, bytes: Buffer) => s3.objects.set(key, { bytes, changedAt: new Date() });

    test('the key of the bucket is answered as a mask', async () => {
      const admin = await createColleague(api.context, 'Ada Masks', 'admin');
      const listed = await listMailboxes(api.context, admin);
      expect(listed.find(({ id }) => id === bucketMailbox)?.receiving).toMatchObject({ secretAccessKey: secretMask });
      expect(JSON.stringify(listed)).not.toContain(s3.secretAccessKey);
    });

    test('a mail is read from the mailbox’s bucket with a signed request, and stored once', async () => {
      const mail = Buffer.from(raw('In a bucket'));
      put('mails/a b+ü', mail);
      await receive(stored('mails/a b+ü'));
      await receive(stored('mails/a b+ü'));
      expect(await mails()).toEqual([{ envelopeTo: ['bucket@shop.example'], raw: mail }]);
      expect(s3.refused).toBe(0);
      expect(await failure()).toBeNull();
    });

    test('while the bucket is away the call is refused for a repeat, the mailbox has the reason, and the repeat clears it', async () => {
      put('later', Buffer.from(raw('Later')));
      s3.isAway = true;
      await expect(receive(stored('later'))).rejects.toMatchObject({ code: 'unavailable' });
      expect((await failure())?.localized).toMatchObject({ code: 'bucket_failed' });
      s3.isAway = false;
      await receive(stored('later'));
      expect((await mails()).at(-1)?.raw.toString()).toContain('Subject: Later');
      expect(await failure()).toBeNull();
    });

    test('a refused key, a missing mail and another bucket each have their reason, and no other bucket is asked', async () => {
      await expect(receive(stored('nothing here'))).rejects.toMatchObject({ code: 'unavailable' });
      expect((await failure())?.localized).toMatchObject({ code: 'mail_not_in_bucket' });
      asked.length = 0;
      await expect(receive(stored('later', 'bucket-of-another'))).rejects.toMatchObject({ code: 'unavailable' });
      expect(asked).toEqual([]);
      expect((await failure())?.localized).toMatchObject({ code: 'mail_in_other_bucket' });
      const right = s3.secretAccessKey;
      Object.assign(s3, { secretAccessKey: 'replaced' });
      await expect(receive(stored('later'))).rejects.toMatchObject({ code: 'unavailable' });
      expect((await failure())?.localized).toMatchObject({ code: 'bucket_refuses_key' });
      Object.assign(s3, { secretAccessKey: right });
    });

    test('of a mail larger than mails may be, the beginning is read', async () => {
      const large = Buffer.concat([Buffer.from(raw('Large')), Buffer.alloc(mailMaxBytes, 'x')]);
      put('large', large);
      await receive(stored('large'));
      expect((await mails()).at(-1)?.raw.length).toBe(mailMaxBytes);
    });
  });

  test('the API reads what SNS calls text, and asks for the password first', async () => {
    const answer = await api.call('POST', urlOf('ses'), {
      body: JSON.stringify(notification()),
      headers: { 'content-type': 'text/plain; charset=UTF-8' },
    });
    expect(answer.statusCode).toBe(401);
    expect(answer.headers['www-authenticate']).toContain('Basic');
  });
});
