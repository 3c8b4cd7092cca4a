import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { verifyWebhook, WebhookRefused } from '../src/index.ts';

const secret = `whsec_${Buffer.from('a signing secret of 24 b').toString('base64')}`;
const other = `whsec_${Buffer.from('the secret that came next').toString('base64')}`;
const body = JSON.stringify({
  type: 'message.posted',
  timestamp: '2026-11-21T09:30:00.000Z',
  data: { conversationId: 'c' },
});

function signed(by = secret, at = Date.now(), text = body): Record<string, string> {
  const timestamp = String(Math.floor(at / 1000));
  const key = Buffer.from(by.slice('whsec_'.length), 'base64');
  const signature = createHmac('sha256', key).update(`m1.${timestamp}.${text}`).digest('base64');
  return { 'webhook-id': 'm1', 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}

test('a genuine webhook gives its event, from text, bytes and Headers', async () => {
  const event = JSON.parse(body);
  expect(await verifyWebhook({ body, headers: signed(), secret })).toEqual(event);
  expect(await verifyWebhook({ body: Buffer.from(body), headers: new Headers(signed()), secret })).toEqual(event);
});

test('while a secret is replaced, one valid signature by either secret is enough', async () => {
  const both = {
    ...signed(),
    'webhook-signature': `${signed(other)['webhook-signature']} ${signed()['webhook-signature']}`,
  };
  await verifyWebhook({ body, headers: both, secret });
  await verifyWebhook({ body, headers: signed(other), secret: [secret, other] });
});

test.each([
  ['another body', { body: `${body} `, headers: signed() }],
  ['another secret', { body, headers: signed(other) }],
  ['another id', { body, headers: { ...signed(), 'webhook-id': 'm2' } }],
  ['a time of six minutes ago', { body, headers: signed(secret, Date.now() - 360_000) }],
  ['a time in six minutes', { body, headers: signed(secret, Date.now() + 360_000) }],
  ['a time that is none', { body, headers: { ...signed(), 'webhook-timestamp': '0x10' } }],
  ['no headers', { body, headers: {} }],
  ['a signature that is no base64', { body, headers: { ...signed(), 'webhook-signature': 'v1,%%%' } }],
  [
    'a signature of another version',
    { body, headers: { ...signed(), 'webhook-signature': signed()['webhook-signature']?.replace('v1', 'v2') } },
  ],
])('a webhook with %s is refused', async (_, given) => {
  await expect(verifyWebhook({ ...given, secret })).rejects.toThrow(WebhookRefused);
});

test('a signature beyond the tenth is not looked at', async () => {
  const many = `${'v1,AAAA '.repeat(10)}${signed()['webhook-signature']}`;
  await expect(verifyWebhook({ body, headers: { ...signed(), 'webhook-signature': many }, secret })).rejects.toThrow(
    WebhookRefused,
  );
});
