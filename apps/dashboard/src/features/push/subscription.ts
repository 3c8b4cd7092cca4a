/** This browser as a device with push notifications. */
import type { User } from '@parley/contracts/entities';
import type { PushDevice } from '@parley/contracts/users/push';
import { deviceNameMaxLength } from '@parley/contracts/users/limits';
import { addPushDevice, listPushDevices } from '@parley/contracts/routes/push';
import { call } from '../../api/call.ts';
import { pushWords } from '../../i18n/en/push.ts';
import { language } from '../../i18n/language.ts';
import { isInstalled } from '../../loading/install-prompt.ts';
import { isPushUser, pushUser, rememberPushUser } from '../../loading/push-user.ts';
import { activeWorker, onWorker } from '../../loading/service-worker.ts';
import { describeBrowser } from '../../ui/browser.ts';

/** Returns why this browser can't receive notifications; undefined if it can. */
export function obstacle(): string | undefined {
  const isApple =
    /iPhone|iPad/.test(navigator.userAgent) || (navigator.maxTouchPoints > 2 && /Mac/.test(navigator.userAgent));
  if (isApple && !isInstalled()) return pushWords('iosFirst');
  if (!('PushManager' in window) || !('serviceWorker' in navigator)) return pushWords('unsupported');
  if (Notification.permission === 'denied') return pushWords('blocked');
  return undefined;
}

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64.replaceAll('-', '+').replaceAll('_', '/')), (each) => each.charCodeAt(0));

const isSameKey = (key: ArrayBuffer | null, publicKey: string): boolean =>
  key !== null && String(new Uint8Array(key)) === String(bytesOf(publicKey));

/** Subscribes this browser, asking for permission, and adds it as a device. @throws Error with the obstacle in words */
export async function turnOn(me: Pick<User, 'id'>): Promise<PushDevice> {
  if ((await Notification.requestPermission()) !== 'granted') throw new Error(pushWords('blocked'));
  const { publicKey } = await call(listPushDevices, { params: { id: me.id } });
  const subscription = await subscribe(publicKey);
  const { endpoint, keys } = subscription.toJSON();
  if (!endpoint || !keys?.p256dh || !keys.auth) throw new Error(pushWords('unsupported'));
  const device = await call(addPushDevice, {
    params: { id: me.id },
    body: {
      name: describeBrowser(navigator.userAgent).slice(0, deviceNameMaxLength),
      endpoint,
      keys: { p256dh: keys.p256dh, auth: keys.auth },
      publicKey,
      language: language(),
    },
  });
  rememberPushUser(me.id);
  return device;
}

async function subscribe(publicKey: string): Promise<PushSubscription> {
  try {
    const { pushManager } = await activeWorker();
    const present = await pushManager.getSubscription();
    if (present && isSameKey(present.options.applicationServerKey, publicKey)) return present;
    // The server’s key has changed.
    await present?.unsubscribe();
    return await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(publicKey) });
  } catch (error) {
    throw new Error(pushWords('noWorker', { words: error instanceof Error ? error.message : String(error) }), {
      cause: error,
    });
  }
}

/** Unsubscribes this browser. */
export async function turnOff(): Promise<void> {
  rememberPushUser(null);
  const registration = await navigator.serviceWorker.getRegistration('/');
  const subscription = await registration?.pushManager.getSubscription();
  await subscription?.unsubscribe();
}

/**
 * Adds this browser again after another sign-in, if its user had turned notifications on. Those of another user end: their
 * messages are not for the person who is here now.
 */
export async function renew(me: Pick<User, 'id'>): Promise<void> {
  if (pushUser() !== null && !isPushUser(me.id)) return turnOff();
  if (!isPushUser(me.id) || obstacle() !== undefined || Notification.permission !== 'granted') return;
  const { devices, publicKey } = await call(listPushDevices, { params: { id: me.id } });
  const { pushManager } = await activeWorker();
  const present = await pushManager.getSubscription();
  const isKnown = present !== null && isSameKey(present.options.applicationServerKey, publicKey);
  if (!isKnown || !devices.some(({ isCurrent }) => isCurrent)) await turnOn(me);
}

/** Seconds that a test notification may take. */
export const testSeconds = 15;

/** Resolves with whether this browser shows the test notification in time. */
export function isShown(): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const stop = onWorker((message) => message.type === 'shown' && message.tag === 'test' && resolve(true));
  const timer = setTimeout(() => resolve(false), testSeconds * 1000);
  return promise.finally(() => {
    clearTimeout(timer);
    stop();
  });
}
