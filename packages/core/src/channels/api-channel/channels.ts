/** API channels as admins keep them. Key and secret are returned once; the address is stored encrypted. */
import { type ApiChannel, type ApiChannelFields, apiChannelsMax } from '@parley/contracts/channels/api-channels';
import { previousSecretHours } from '@parley/contracts/channels/limits';
import { fieldProblem, Problem } from '@parley/contracts/problems';
import { localize } from '@parley/contracts/i18n/server-texts';
import { secretMask } from '@parley/contracts/settings/settings';
import * as stored from '@parley/db/channels/api-channel';
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

const unknownChannel = () => new Problem('not_found', localize('no_such_api_channel'));
const about = (id: string) => ({ type: 'api_channel', id });
const keyPrefix = 'channel_';

/** Returns the channel with its address masked, except the host. */
function asChannel({ secrets }: Pick<Context, 'secrets'>, channel: stored.StoredApiChannel): ApiChannel {
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
export async function listApiChannels(
  context: Pick<Context, 'db' | 'secrets' | 'settings'>,
  caller: StaffCaller,
): Promise<ApiChannel[]> {
  await refuseWithout(context, caller, 'webhooks.manage');
  return (await stored.listApiChannels(context.db)).map((channel) => asChannel(context, channel));
}

const newKeys = (): Keys => ({ key: `${keyPrefix}${randomToken(32)}`, secret: newWebhookSecret() });

/** Adds a channel. Its key and secret are returned only this once. @throws Problem `invalid` */
export async function addApiChannel(
  context: Context,
  caller: StaffCaller,
  { url, ...fields }: ApiChannelFields & { url: string },
): Promise<ApiChannel & Keys> {
  await refuseWithout(context, caller, 'webhooks.manage');
  validateUrl('url', url);
  await assertUsable(context, fields);
  if ((await stored.listApiChannels(context.db)).length >= apiChannelsMax)
    throw new Problem('invalid', localize('too_many_api_channels', { max: apiChannelsMax }));
  const { key, secret } = newKeys();
  const channel = await stored.insertApiChannel(context.db, {
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
  await recordAudit(context, caller, { action: 'api_channel.added', subject: about(added.id), details });
  return { ...added, key, secret };
}

/** @throws Problem `invalid` for an unknown website or team */
async function assertUsable(
  { db }: Pick<Context, 'db'>,
  { websiteId, teamId }: Partial<ApiChannelFields>,
): Promise<void> {
  if (websiteId && !(await findWebsite(db, websiteId)))
    throw fieldProblem('invalid', 'websiteId', localize('no_such_website'));
  if (teamId && (await listTeams(db, teamId)).length === 0)
    throw fieldProblem('invalid', 'teamId', localize('no_such_team'));
}

/** Changes a channel; the mask keeps its address. @throws Problem `invalid`, and as `holdAsSeen` */
export async function updateApiChannel(
  context: Context,
  caller: StaffCaller,
  id: string,
  { url, expected, ...change }: AsSeen<Partial<ApiChannelFields> & { url?: string }, ApiChannel>,
): Promise<ApiChannel> {
  await refuseWithout(context, caller, 'webhooks.manage');
  validateUrl('url', url);
  await assertUsable(context, change);
  const isMoved = url !== undefined && url !== secretMask;
  const { before, channel } = await context.db.transaction().execute(async (db) => {
    const read = async () => {
      const present = await stored.findApiChannel(db, id);
      return present && asChannel(context, present);
    };
    const wanted = { url, ...change };
    const present = await holdAsSeen(db, {
      table: 'apiChannels',
      id,
      read,
      change: wanted,
      expected,
      unknown: unknownChannel,
    });
    const updated = await stored.updateApiChannel(db, id, {
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
  await recordAudit(context, caller, { action: 'api_channel.updated', subject: about(id), details });
  return after;
}

/**
 * Replaces key and secret, returned only this once. The previous ones count for another day, so that the program can
 * switch without losing anything. @throws Problem `not_found`
 */
export async function rotateApiChannelKeys(
  context: Context,
  caller: StaffCaller,
  id: string,
): Promise<ApiChannel & Keys> {
  await refuseWithout(context, caller, 'webhooks.manage');
  const { key, secret } = newKeys();
  const channel = await stored.replaceApiChannelKeys(context.db, id, {
    keyHash: channelKeyHash(key),
    secret: context.secrets.encrypt(secret),
    hours: previousSecretHours,
  });
  if (!channel) throw unknownChannel();
  await recordAudit(context, caller, { action: 'api_channel.keys_rotated', subject: about(id) });
  return { ...asChannel(context, channel), key, secret };
}

/** Removes a channel; its conversations stay, and replies in them are shown as not sent. @throws Problem `not_found` */
export async function deleteApiChannel(context: Context, caller: StaffCaller, id: string): Promise<void> {
  await refuseWithout(context, caller, 'webhooks.manage');
  const present = await stored.findApiChannel(context.db, id);
  if (!present || !(await stored.deleteApiChannel(context.db, id))) throw await goneOr(context.db, id, unknownChannel);
  const details = { name: present.name };
  await recordAudit(context, caller, { action: 'api_channel.deleted', subject: about(id), details });
}
