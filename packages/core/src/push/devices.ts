/**
 * The devices of a user that receive push notifications. A device ends with the session that added it when the user signs
 * out or the session is revoked; when it only timed out, some weeks later.
 */
import { Problem } from '@parley/contracts/problems';
import { englishOf, localize, localizedOf } from '@parley/contracts/i18n/server-texts';
import type { LocalizedText } from '@parley/contracts/i18n/localized-text';
import type { Language } from '@parley/contracts/text/languages';
import { deviceDaysWithoutSession, devicesPerUserMax, type PushContent } from '@parley/contracts/users/limits';
import { type PushDevice } from '@parley/contracts/users/push';
import * as stored from '@parley/db/users/push-devices';
import { findAccount } from '@parley/db/users/users';
import { recordAudit } from '../audit/record.ts';
import type { StaffCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { asCallFailed } from '../external/answer.ts';
import type { ExternalContext } from '../external/services.ts';
import { listSessions, publicId } from '../sessions.ts';
import { pushKeys } from './keys.ts';
import { hostOfDevice, sendPush } from './send.ts';
import { type GivenSubscription, refuseSubscription } from './subscription.ts';
import { testNotice } from './test-notice.ts';

export interface NewPushDevice extends GivenSubscription {
  name: string;
  content?: PushContent;
  language?: Language;
}

const unknownDevice = (): Problem => new Problem('not_found', localize('no_such_device'));

/** Returns the caller's devices, the newest first, and the public key that browsers subscribe with. */
export async function listPushDevices(
  context: ExternalContext,
  caller: StaffCaller,
): Promise<{ publicKey: string; devices: PushDevice[] }> {
  const { publicKey } = await pushKeys(context);
  const devices = await openDevices(context, caller.user.id);
  return { publicKey, devices: devices.map((device) => shown(device, caller)) };
}

/**
 * Adds the caller's browser, or updates it.
 * @throws Problem `invalid` for an address or key that can't be used, `conflict` for too many devices
 */
export async function addPushDevice(
  context: ExternalContext,
  caller: StaffCaller,
  { name, endpoint, keys, publicKey, content, language = 'en' }: NewPushDevice,
): Promise<PushDevice> {
  await refuseSubscription(context, { endpoint, keys, publicKey });
  const { id: userId } = caller.user;
  // Ended ones don't count.
  await openDevices(context, userId);
  return context.db.transaction().execute(async (db) => {
    const before = await stored.listDevices(db, userId);
    const isNew = before.every((each) => each.endpoint !== endpoint);
    if (isNew && before.length >= devicesPerUserMax)
      throw new Problem('conflict', localize('too_many_devices', { max: devicesPerUserMax }));
    const device = await stored.saveDevice(db, {
      userId,
      session: publicId(caller.sessionId),
      name,
      endpoint,
      ...keys,
      publicKey,
      ...(content !== undefined && { content }),
      language,
    });
    if (!device) throw new Problem('conflict', localize('device_address_taken'));
    if (isNew)
      await recordAudit({ db }, caller, {
        action: 'user.device_added',
        subject: { type: 'user', id: userId },
        details: { device: name, service: hostOfDevice(device) },
      });
    return shown(device, caller);
  });
}

/** Sets what the notifications on a device of the caller show. @throws Problem `not_found` */
export async function updatePushDevice(
  context: Pick<Context, 'db'>,
  caller: StaffCaller,
  deviceId: string,
  { content }: { content: PushContent },
): Promise<PushDevice> {
  await ownDevice(context, caller, deviceId);
  const device = await stored.setDeviceContent(context.db, deviceId, content);
  if (!device) throw unknownDevice();
  return shown(device, caller);
}

/** Removes a device of the caller. @throws Problem `not_found` */
export async function removePushDevice(
  context: Pick<Context, 'db'>,
  caller: StaffCaller,
  deviceId: string,
): Promise<void> {
  const device = await ownDevice(context, caller, deviceId);
  await context.db.transaction().execute(async (db) => {
    if ((await stored.deleteDevices(db, [deviceId])) === 0) throw unknownDevice();
    await recordAudit({ db }, caller, {
      action: 'user.device_removed',
      subject: { type: 'user', id: caller.user.id },
      details: { device: device.name, service: hostOfDevice(device) },
    });
  });
}

/**
 * Sends a notification to a device of the caller at once. A push service that refuses it is a result, not a failure of
 * this call.
 *
 * @throws Problem `not_found`
 */
export async function testPushDevice(
  context: ExternalContext,
  caller: StaffCaller,
  deviceId: string,
): Promise<{ success: boolean; message: string; localized?: LocalizedText }> {
  const device = await ownDevice(context, caller, deviceId);
  const host = hostOfDevice(device);
  try {
    await sendPush(context, device, testNotice(caller.user.language ?? device.language), {
      ttlSeconds: 60,
      urgency: 'high',
      topic: 'test',
    });
  } catch (error) {
    const { message, localized } = asCallFailed(error);
    return { success: false, message, ...(localized && { localized }) };
  }
  const text = localize('push_sent', { host });
  return { success: true, message: englishOf(text), localized: text };
}

/**
 * Returns the devices of an active user that may receive messages; the others are removed. A device receives them while
 * its session goes on, and some weeks after it timed out.
 */
export async function openDevices(
  context: Pick<Context, 'db' | 'redis' | 'prefix' | 'settings'>,
  userId: string,
): Promise<stored.StoredDevice[]> {
  const devices = await stored.listDevices(context.db, userId);
  if (devices.length === 0) return [];
  const account = await findAccount(context.db, userId);
  const sessions = account?.isActive
    ? await listSessions(context, { userId, epoch: account.sessionEpoch, currentId: '' })
    : [];
  const open = new Set(sessions.map(({ id }) => id));
  const oldest = Date.now() - deviceDaysWithoutSession * 24 * 3600 * 1000;
  const isOpen = ({ session, signedInAt }: stored.StoredDevice): boolean =>
    account?.isActive === true && (open.has(session) || signedInAt.getTime() > oldest);
  await stored.deleteDevices(
    context.db,
    devices.filter((each) => !isOpen(each)).map(({ id }) => id),
  );
  return devices.filter(isOpen);
}

async function ownDevice(
  { db }: Pick<Context, 'db'>,
  caller: StaffCaller,
  deviceId: string,
): Promise<stored.StoredDevice> {
  const device = await stored.findDevice(db, deviceId);
  if (device?.userId !== caller.user.id) throw unknownDevice();
  return device;
}

function shown(device: stored.StoredDevice, caller: StaffCaller): PushDevice {
  const { id, name, content, createdAt, lastSentAt, failedAt, failure } = device;
  const localized = failure === null ? undefined : localizedOf(failure);
  return {
    id,
    name,
    isCurrent: device.session === publicId(caller.sessionId),
    service: hostOfDevice(device),
    content,
    createdAt: createdAt.toISOString(),
    lastSentAt: lastSentAt?.toISOString() ?? null,
    failure:
      failure === null || failedAt === null
        ? null
        : { at: failedAt.toISOString(), message: englishOf(failure), ...(localized && { localized }) },
  };
}
