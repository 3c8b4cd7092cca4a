/** A push service with devices (RFC 8030) that checks the sender's signature (RFC 8292) and decrypts what arrives (RFC 8291). */
import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import { importJWK, jwtVerify } from 'jose';
import { type Behaviour, type Endpoint, type ReceivedRequest, startEndpoint } from './http.ts';

export interface PushedMessage {
  /** Decrypted content. */
  data: unknown;
  /** Size before decryption. */
  bytes: number;
  ttl: number;
  urgency: string | undefined;
  topic: string | undefined;
  at: number;
}

/** A browser's subscription, with the fields of `PushSubscription.toJSON()`. */
export interface PushedDevice {
  endpoint: string;
  keys: { p256dh: string; auth: string };
  /** Messages that have reached the device, in order. */
  received: PushedMessage[];
  /** Messages that wait until it is online. */
  waiting: PushedMessage[];
  /** Set to false to have messages wait; `comesOnline` delivers them. */
  isOnline: boolean;
  comesOnline(): void;
  /** Answers of the next requests in place of its own. */
  next: Behaviour[];
  /** From now on the push service answers 410. */
  unsubscribe(): void;
}

export interface PushService {
  url: string;
  endpoint: Endpoint;
  /** Subscribes a browser, which accepts messages of this sender alone. */
  subscribe(publicKey: string): PushedDevice;
  /** Claims of the signatures that were accepted. */
  claims: { aud?: unknown; sub?: unknown; exp?: unknown }[];
  close(): Promise<void>;
}

interface Subscription {
  publicKey: string;
  isGone: boolean;
  device: PushedDevice;
  decrypt(body: Buffer): string;
}

const refusal = (status: number, body: string): Behaviour => ({ status, body });
const daySeconds = 24 * 3600;

/** Returns the decrypted content of one record of `aes128gcm` (RFC 8188). */
function decrypt(body: Buffer, device: ReturnType<typeof createECDH>, auth: Buffer): string {
  const salt = body.subarray(0, 16);
  const keyLength = body.readUInt8(20);
  const senderKey = body.subarray(21, 21 + keyLength);
  const encrypted = body.subarray(21 + keyLength);
  const derive = (key: Buffer, saltOf: Buffer, info: Buffer, length: number): Buffer =>
    Buffer.from(hkdfSync('sha256', key, saltOf, info, length));
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), device.getPublicKey(), senderKey]);
  const secret = derive(device.computeSecret(senderKey), auth, info, 32);
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(encrypted.subarray(-16));
  const padded = Buffer.concat([decipher.update(encrypted.subarray(0, -16)), decipher.final()]);
  // A single record ends with 2 and zeros.
  return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8');
}

/** Starts a push service on a free port of 127.0.0.1. */
export async function startPushService(): Promise<PushService> {
  const subscriptions = new Map<string, Subscription>();
  const claims: PushService['claims'] = [];

  /** Checks `vapid t=…, k=…`; returns the sender's key, or what is wrong. */
  async function senderOf(header: string): Promise<{ key: string } | { wrong: string }> {
    const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=([\w-]+)$/.exec(header) ?? [];
    const point = Buffer.from(key, 'base64url');
    if (point.length !== 65) return { wrong: 'No key of the sender' };
    const jwk = {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    };
    try {
      const { payload } = await jwtVerify(token, await importJWK(jwk, 'ES256'), {
        audience: endpoint.url,
        requiredClaims: ['exp', 'sub'],
      });
      if (Number(payload.exp) > Date.now() / 1000 + daySeconds) return { wrong: 'Valid for more than a day' };
      claims.push(payload);
      return { key };
    } catch (error) {
      return { wrong: error instanceof Error ? error.message : 'Wrong signature' };
    }
  }

  async function handle(request: ReceivedRequest): Promise<Behaviour> {
    const subscription = subscriptions.get(request.path);
    if (!subscription) return refusal(404, 'No such subscription');
    const { device } = subscription;
    const told = device.next.shift();
    if (told) return told;
    if (subscription.isGone) return refusal(410, 'Gone');
    const { ttl, topic, urgency, authorization = '', 'content-encoding': encoding } = request.headers;
    if (ttl === undefined || !/^\d+$/.test(ttl)) return refusal(400, 'TTL is missing');
    if (topic !== undefined && !/^[\w-]{1,32}$/.test(topic)) return refusal(400, 'Topic is not valid');
    if (encoding !== 'aes128gcm') return refusal(415, 'Unknown encoding');
    if (request.bytes.length > 4_096) return refusal(413, 'Payload too large');
    const sender = await senderOf(authorization);
    if ('wrong' in sender) return refusal(401, sender.wrong);
    if (sender.key !== subscription.publicKey) return refusal(403, 'VapidPkHashMismatch');
    const message: PushedMessage = {
      data: JSON.parse(subscription.decrypt(request.bytes)),
      bytes: request.bytes.length,
      ttl: Number(ttl),
      urgency,
      topic,
      at: Date.now(),
    };
    if (topic !== undefined) device.waiting = device.waiting.filter((each) => each.topic !== topic);
    (device.isOnline ? device.received : device.waiting).push(message);
    return { status: 201, headers: { location: `${endpoint.url}/m/${randomBytes(8).toString('hex')}` } };
  }

  const endpoint = await startEndpoint(handle);
  return {
    url: endpoint.url,
    endpoint,
    claims,
    subscribe(publicKey) {
      const key = createECDH('prime256v1');
      key.generateKeys();
      const auth = randomBytes(16);
      const path = `/push/${randomBytes(16).toString('base64url')}`;
      const device: PushedDevice = {
        endpoint: endpoint.url + path,
        keys: { p256dh: key.getPublicKey().toString('base64url'), auth: auth.toString('base64url') },
        received: [],
        waiting: [],
        isOnline: true,
        next: [],
        comesOnline() {
          device.isOnline = true;
          device.received.push(...device.waiting.splice(0));
        },
        unsubscribe() {
          subscription.isGone = true;
        },
      };
      const subscription: Subscription = {
        publicKey,
        isGone: false,
        device,
        decrypt: (body) => decrypt(body, key, auth),
      };
      subscriptions.set(path, subscription);
      return device;
    },
    close: () => endpoint.close(),
  };
}
