/** Receives events of the programs of API channels: keyed, signed, and stored before they are understood. */
import { hash } from 'node:crypto';
import type { ChannelEvent } from '@parley/contracts/channels/api-channels';
import { apiChannel as contract } from '@parley/contracts/channels/api-channel';
import { fieldProblem, Problem } from '@parley/contracts/problems';
import { findApiChannel, type StoredApiChannel } from '@parley/db/channels/api-channel';
import type { Context } from '../../context.ts';
import type { ExternalContext } from '../../external/services.ts';
import { bearerToken } from '../../permissions/api-key-format.ts';
import { isSignedBy } from '../../external/webhook-signature.ts';
import { keepEvents } from '../customers/keep-events.ts';
import { storeFile } from './fetch-file.ts';

export interface EventsArrival {
  /** By lower-case name. */
  headers: Readonly<Record<string, string | undefined>>;
  /** Body as it came. */
  raw: string | Uint8Array;
  events: readonly ChannelEvent[];
  /** Files that came with the events, by their parts. */
  files?: ReadonlyMap<string, Uint8Array>;
}

/**
 * Stores the events of a call, each once by its id, and returns the number of new ones. A lost answer may be asked for
 * again.
 *
 * @throws Problem `forbidden` without the channel's key and a fresh signature with its secret, for an unknown channel
 * too, or one that is switched off; `invalid` for a file without an address or a part of the call, `too_large`,
 * `unavailable`
 */
export async function receiveEvents(
  context: ExternalContext,
  channelId: string,
  { headers, raw, events, files = new Map() }: EventsArrival,
): Promise<number> {
  const channel = await findApiChannel(context.db, channelId);
  if (!channel?.isActive || !hasKey(channel, headers) || !isSigned(context, channel, { headers, raw })) throw refused();
  events.forEach((event, index) => assertFiles(event, `events/${index}/message/files`, files));
  const stored: ChannelEvent[] = [];
  for (const event of events) stored.push(await withStoredFiles(context, event, files));
  return keepEvents(
    context,
    contract.id,
    stored.map((event) => ({
      externalId: `${channelId}:${event.id}`,
      raw: Buffer.from(JSON.stringify({ channelId, event })),
    })),
  );
}

const filesOf = (event: ChannelEvent) => (event.type === 'message' ? (event.message.files ?? []) : []);

/** @throws Problem `invalid` for a file that has no address and no part, or both; `too_large` */
function assertFiles(event: ChannelEvent, path: string, files: ReadonlyMap<string, Uint8Array>): void {
  filesOf(event).forEach(({ url, part }, index) => {
    const bytes = part === undefined ? undefined : files.get(part);
    if ((url === undefined) === (bytes === undefined) || (url !== undefined && part !== undefined))
      throw fieldProblem('invalid', `${path}/${index}`, 'A file has an address, or a part of the same call.');
    if (bytes && bytes.length > contract.customers.largestFetched)
      throw new Problem('too_large', 'A file has at most 20 MB.');
  });
}

/** Returns the event with the files of the call stored, each named by its place. */
async function withStoredFiles(
  { external }: ExternalContext,
  event: ChannelEvent,
  files: ReadonlyMap<string, Uint8Array>,
): Promise<ChannelEvent> {
  if (event.type !== 'message' || !event.message.files) return event;
  const stored: typeof event.message.files = [];
  for (const file of event.message.files) {
    const bytes = file.part === undefined ? undefined : files.get(file.part);
    if (!bytes) stored.push(file);
    // Without a storage the message names its files.
    else
      stored.push({
        ...file,
        size: bytes.length,
        part: external.files ? await storeFile(external.files, bytes) : 'none',
      });
  }
  return { ...event, message: { ...event.message, files: stored } };
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
