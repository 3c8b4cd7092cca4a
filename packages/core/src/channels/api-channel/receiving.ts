/** Receives events of the programs of API channels: keyed, signed, and stored before they are understood. */
import { hash } from 'node:crypto';
import type { ChannelEvent } from '@parley/contracts/channels/api-channels';
import { apiChannel as contract } from '@parley/contracts/channels/api-channel';
import { Problem } from '@parley/contracts/problems';
import { findApiChannel, type StoredApiChannel } from '@parley/db/channels/api-channel';
import type { Context } from '../../context.ts';
import { bearerToken } from '../../permissions/api-key-format.ts';
import { isSignedBy } from '../../external/webhook-signature.ts';
import { keepEvents } from '../customers/keep-events.ts';

export interface EventsArrival {
  /** By lower-case name. */
  headers: Readonly<Record<string, string | undefined>>;
  /** Body as it came. */
  raw: string;
  events: readonly ChannelEvent[];
}

/**
 * Stores the events of a call, each once by its id, and returns the number of new ones. A lost answer may be asked for
 * again.
 *
 * @throws Problem `forbidden` without the channel's key and a fresh signature with its secret, for an unknown channel
 * too, or one that is switched off
 */
export async function receiveEvents(
  context: Context,
  channelId: string,
  { headers, raw, events }: EventsArrival,
): Promise<number> {
  const channel = await findApiChannel(context.db, channelId);
  if (!channel?.isActive || !hasKey(channel, headers) || !isSigned(context, channel, { headers, raw })) throw refused();
  return keepEvents(
    context,
    contract.id,
    events.map((event) => ({
      externalId: `${channelId}:${event.id}`,
      raw: Buffer.from(JSON.stringify({ channelId, event })),
    })),
  );
}

const refused = () => new Problem('forbidden', 'The key or the signature is not that of an API channel.');

const isPreviousValid = ({ previousUntil }: StoredApiChannel): boolean =>
  previousUntil !== null && previousUntil.getTime() > Date.now();

/** Hashes are compared: their digits tell nothing about a key. */
function hasKey(channel: StoredApiChannel, { authorization }: EventsArrival['headers']): boolean {
  const key = bearerToken(authorization);
  const given = key === undefined ? '' : channelKeyHash(key);
  return given === channel.keyHash || (isPreviousValid(channel) && given === channel.previousKeyHash);
}

/** Returns the stored hash of a channel's key. */
export const channelKeyHash = (key: string): string => hash('sha256', key);

function isSigned(
  { secrets }: Pick<Context, 'secrets'>,
  channel: StoredApiChannel,
  { headers, raw }: Pick<EventsArrival, 'headers' | 'raw'>,
): boolean {
  const valid = [channel.secret, ...(isPreviousValid(channel) ? [channel.previousSecret] : [])];
  const opened = valid.flatMap((secret) => (secret === null ? [] : [secrets.decrypt(secret)]));
  return isSignedBy(opened, {
    id: headers['webhook-id'] ?? '',
    timestamp: headers['webhook-timestamp'] ?? '',
    signature: headers['webhook-signature'] ?? '',
    body: raw,
  });
}
