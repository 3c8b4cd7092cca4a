/** Sends messages to devices: encrypted for the device (RFC 8291), signed by the installation (RFC 8292). */
import { localize } from '@parley/contracts/i18n/server-texts';
import { pushBytesMax } from '@parley/contracts/users/limits';
import { type PushMessage } from '@parley/contracts/users/push';
import { deleteDevices, recordPush, type StoredDevice } from '@parley/db/users/push-devices';
import { asCallFailed, CallFailed, expectSuccess, readRetryAfter, secretsOf, wordsOnly } from '../external/answer.ts';
import type { ExternalContext } from '../external/services.ts';
import { pushKeys } from './keys.ts';

/** Device that the push service no longer knows. It has been removed. */
export class DeviceGone extends CallFailed {
  override readonly name = 'DeviceGone';
}

export interface PushOptions {
  /** Seconds that the push service keeps the message for a device that is off. */
  ttlSeconds: number;
  urgency: 'low' | 'normal' | 'high';
  /** At most 32 characters of base64url; a newer message of a topic replaces one that waits (RFC 8030, section 5.4). */
  topic?: string;
}

export const hostOfDevice = ({ endpoint }: Pick<StoredDevice, 'endpoint'>): string => URL.parse(endpoint)?.host ?? '';

/**
 * Returns the JSON of a message, its text shortened so that it can be sent.
 * @throws RangeError if its other fields alone are too long
 */
export function pushBody(message: PushMessage): string {
  let text = JSON.stringify(message);
  if (message.type !== 'notice') return text;
  const characters = Array.from(message.body);
  while (Buffer.byteLength(text) > pushBytesMax && characters.length > 0) {
    const over = Buffer.byteLength(text) - pushBytesMax;
    // A character has four bytes at most, six or twelve where JSON escapes it.
    characters.length = Math.max(0, characters.length - Math.max(1, Math.ceil(over / 12)));
    text = JSON.stringify({ ...message, body: `${characters.join('')}…` });
  }
  if (Buffer.byteLength(text) > pushBytesMax) throw new RangeError('The notification is too long.');
  return text;
}

/**
 * Sends a message to a device and records the outcome there. A device that the push service no longer knows, or that
 * accepts messages of another key only, is removed.
 *
 * @throws DeviceGone, CallFailed
 */
export async function sendPush(
  context: ExternalContext,
  device: StoredDevice,
  message: PushMessage,
  options: PushOptions,
): Promise<void> {
  const { db, external } = context;
  try {
    await postPush(context, device, pushBody(message), options);
  } catch (error) {
    const failure = asCallFailed(error);
    external.onPush?.(failure instanceof DeviceGone ? 'gone' : failure.transient ? 'failed' : 'refused');
    if (failure instanceof DeviceGone) await deleteDevices(db, [device.id]);
    else await recordPush(db, device.id, failure.localized ?? failure.message);
    throw failure;
  }
  external.onPush?.('sent');
  await recordPush(db, device.id, null);
}

/** Browser that messages are encrypted for. */
export type Subscription = Pick<StoredDevice, 'endpoint' | 'p256dh' | 'auth' | 'publicKey'>;

/**
 * Sends the JSON of a message to a browser.
 * @throws DeviceGone if the push service no longer knows it, or it accepts messages of another key only; CallFailed,
 * OutboundError
 */
export async function postPush(
  context: ExternalContext,
  device: Subscription,
  body: string,
  { ttlSeconds, urgency, topic }: PushOptions,
): Promise<void> {
  const { external } = context;
  const { endpoint, p256dh, auth } = device;
  const host = hostOfDevice(device);
  const gone = (status: number | null): DeviceGone =>
    new DeviceGone(localize('push_gone', { host }), { transient: false, responseStatus: status });
  const keys = await pushKeys(context);
  if (keys.publicKey !== device.publicKey) throw gone(null);
  const { default: webPush } = await import('web-push');
  // Only prepared by the library: its own client would reach private addresses.
  const request = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, body, {
    vapidDetails: { subject: external.push.subject, ...keys },
    contentEncoding: 'aes128gcm',
    TTL: ttlSeconds,
    urgency,
    ...(topic !== undefined && { topic }),
  });
  const answer = await external.outbound.request(endpoint, {
    method: 'POST',
    // The client sets the length itself.
    headers: Object.fromEntries(
      Object.entries(request.headers).filter(([name]) => name.toLowerCase() !== 'content-length'),
    ),
    body: request.body,
    maxRedirects: 0,
    timeoutMs: 15_000,
    ...wordsOnly,
  });
  if (answer.status === 404 || answer.status === 410) throw gone(answer.status);
  expectSuccess(host, answer, secretsOf(endpoint), readRetryAfter(answer.headers['retry-after'], longestWaitMs));
}

/** Longest wait that a push service can ask for, in milliseconds. */
const longestWaitMs = 3_600_000;
