/** API channels as admins keep them. Key and secret are returned once; the address is stored encrypted. */
import {
  type CustomChannel,
  type CustomChannelFields,
  customChannelsMax,
} from '@parley/contracts/channels/custom-channels';
import { previousSecretHours } from '@parley/contracts/channels/limits';
import { fieldProblem, Problem } from '@parley/contracts/problems';
import { localize } from '@parley/contracts/i18n/server-texts';
import { secretMask } from '@parley/contracts/settings/settings';
import * as stored from '@parley/db/channels/custom';
import { listTeams } from '@parley/db/roles/teams';
import { findWebsite } from '@parley/db/websites/websites';
import { randomToken } from '@parley/service/secrets';
import { type AsSeen, goneOr, holdAsSeen } from '../../as-seen.ts';
import type { StaffCaller } from '../../callers.ts';
import type { Context } from '../../context.ts';
import { differencesOf } from '../../audit/differences.ts';
import { recordAudit } from '../../audit/record.ts';
import { encryptAddress, hostOf, openAddress } from '../../encrypted-address.ts';
import { refuseWithout } from '../../permissions/permissions.ts';
import { validateUrl } from '../../validate-url.ts';
import { newWebhookSecret } from '../../external/webhook-signature.ts';
import { channelKeyHash } from './receiving.ts';

type Keys = { key: string; secret: string };

const unknownChannel = () => new Problem('not_found', localize('no_such_custom_channel'));
const about = (id: string) => ({ type: 'custom_channel', id });
const keyPrefix = 'channel_';

/** Returns the channel with its address masked, except the host. */
function asChannel({ secrets }: Pick<Context, 'secrets'>, channel: stored.StoredCustomChannel): CustomChannel {
  const { id, name, websiteId, teamId, isActive, longestMessage, textFormat, takesEdits, sendsReceipts } = channel;
  const { previousUntil } = channel;
  const isStillValid = previousUntil !== null && previousUntil.getTime() > Date.now();
  return {
    id,
    name,
    websiteId,
    teamId,
    isActive,
    longestMessage,
    textFormat,
    takesEdits,
    sendsReceipts,
    url: secretMask,
    host: hostOf(openAddress(secrets, channel.url)),
    previousUntil: isStillValid ? previousUntil.toISOString() : null,
    createdAt: channel.createdAt.toISOString(),
  };
}

/** Lists the channels. @throws Problem `forbidden` without the permission `webhooks.manage` */
export async function listCustomChannels(
  context: Pick<Context, 'db' | 'secrets' | 'settings'>,
  caller: StaffCaller,
): Promise<CustomChannel[]> {
  await refuseWithout(context, caller, 'webhooks.manage');
  return (await stored.listCustomChannels(context.db)).map((channel) => asChannel(context, channel));
}

const newKeys = (): Keys => ({ key: `${keyPrefix}${randomToken(32)}`, secret: newWebhookSecret() });

/** Adds a channel. Its key and secret are returned only this once. @throws Problem `invalid` */
export async function addCustomChannel(
  context: Context,
  caller: StaffCaller,
  { url, ...fields }: CustomChannelFields & { url: string },
): Promise<CustomChannel & Keys> {
  await refuseWithout(context, caller, 'webhooks.manage');
  validateUrl('url', url);
  await assertUsable(context, fields);
  if ((await stored.listCustomChannels(context.db)).length >= customChannelsMax)
    throw new Problem('invalid', localize('too_many_custom_channels', { max: customChannelsMax }));
  const { key, secret } = newKeys();
  const channel = await stored.insertCustomChannel(context.db, {
    ...fields,
    url: encryptAddress(context.secrets, url),
    keyHash: channelKeyHash(key),
    secret: context.secrets.encrypt(secret),
    previousKeyHash: null,
    previousSecret: null,
    createdBy: caller.user.id,
  });
  const added = asChannel(context, channel);
  const details = { name: added.name, host: added.host };
  await recordAudit(context, caller, { action: 'custom_channel.added', subject: about(added.id), details });
  return { ...added, key, secret };
}

/** @throws Problem `invalid` for an unknown website or team */
async function assertUsable(
  { db }: Pick<Context, 'db'>,
  { websiteId, teamId }: Partial<CustomChannelFields>,
): Promise<void> {
  if (websiteId && !(await findWebsite(db, websiteId)))
    throw fieldProblem('invalid', 'websiteId', localize('no_such_website'));
  if (teamId && (await listTeams(db, teamId)).length === 0)
    throw fieldProblem('invalid', 'teamId', localize('no_such_team'));
}

/** Changes a channel; the mask keeps its address. @throws Problem `invalid`, and as `holdAsSeen` */
export async function updateCustomChannel(
  context: Context,
  caller: StaffCaller,
  id: string,
  { url, expected, ...change }: AsSeen<Partial<CustomChannelFields> & { url?: string }, CustomChannel>,
): Promise<CustomChannel> {
  await refuseWithout(context, caller, 'webhooks.manage');
  validateUrl('url', url);
  await assertUsable(context, change);
  const isMoved = url !== undefined && url !== secretMask;
  const { before, channel } = await context.db.transaction().execute(async (db) => {
    const read = async () => {
      const present = await stored.findCustomChannel(db, id);
      return present && asChannel(context, present);
    };
    const wanted = { url, ...change };
    const present = await holdAsSeen(db, {
      table: 'customChannels',
      id,
      read,
      change: wanted,
      expected,
      unknown: unknownChannel,
    });
    const updated = await stored.updateCustomChannel(db, id, {
      ...change,
      ...(isMoved && { url: encryptAddress(context.secrets, url) }),
    });
    return { before: present, channel: updated };
  });
  if (!channel) throw unknownChannel();
  const after = asChannel(context, channel);
  const differences = differencesOf(before, after, ['host', ...Object.keys(change)]);
  // The mask on both sides says that a secret changed.
  if (isMoved) for (const side of [differences.before, differences.after]) side.url = secretMask;
  const details = { name: after.name, ...differences };
  await recordAudit(context, caller, { action: 'custom_channel.updated', subject: about(id), details });
  return after;
}

/**
 * Replaces key and secret, returned only this once. The previous ones count for another day, so that the program can
 * switch without losing anything. @throws Problem `not_found`
 */
export async function rotateCustomChannelKeys(
  context: Context,
  caller: StaffCaller,
  id: string,
): Promise<CustomChannel & Keys> {
  await refuseWithout(context, caller, 'webhooks.manage');
  const { key, secret } = newKeys();
  const channel = await stored.replaceCustomChannelKeys(context.db, id, {
    keyHash: channelKeyHash(key),
    secret: context.secrets.encrypt(secret),
    hours: previousSecretHours,
  });
  if (!channel) throw unknownChannel();
  await recordAudit(context, caller, { action: 'custom_channel.keys_rotated', subject: about(id) });
  return { ...asChannel(context, channel), key, secret };
}

/** Removes a channel; its conversations stay, and replies in them are shown as not sent. @throws Problem `not_found` */
export async function deleteCustomChannel(context: Context, caller: StaffCaller, id: string): Promise<void> {
  await refuseWithout(context, caller, 'webhooks.manage');
  const present = await stored.findCustomChannel(context.db, id);
  if (!present || !(await stored.deleteCustomChannel(context.db, id)))
    throw await goneOr(context.db, id, unknownChannel);
  const details = { name: present.name };
  await recordAudit(context, caller, { action: 'custom_channel.deleted', subject: about(id), details });
}
