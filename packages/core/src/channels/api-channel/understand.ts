/** Reads events of API channels. */
import { ChannelEvent } from '@parley/contracts/channels/api-channels';
import { localize } from '@parley/contracts/i18n/server-texts';
import { cleanLine } from '@parley/contracts/text/clean-line';
import { findApiChannel, type StoredApiChannel } from '@parley/db/channels/api-channel';
import { earlierInboundEvent, type InboundEvent } from '@parley/db/channels/inbound';
import { messageByReference } from '@parley/db/channels/sends';
import * as Type from 'typebox';
import { Compile } from 'typebox/compile';
import type { ChannelCustomer, Understood } from '../../deliveries/descriptor.ts';
import type { ExternalContext } from '../../external/services.ts';
import { addressOf } from './address.ts';
import { referenceOf } from './fetch-file.ts';

const StoredEvent = Type.Object({ channelId: Type.String(), event: ChannelEvent });
const schema = Compile(StoredEvent);
const longestExcerpt = 80;

/** Parses an event. Parsing it again gives the same result. */
export async function understand(
  context: ExternalContext,
  { id, raw, channel: by }: InboundEvent,
): Promise<Understood> {
  const stored = read(raw);
  if (!stored) return { what: 'unreadable' };
  const { channelId, event } = stored;
  const channel = await findApiChannel(context.db, channelId);
  if (!channel) return { what: 'nothing', reason: 'not_wanted' };
  const address = addressOf(channelId, event.customer.id);
  switch (event.type) {
    case 'message': {
      const { id: reference, text = '', replyTo, files = [] } = event.message;
      const quoted =
        replyTo === undefined ? undefined : await messageByReference(context.db, { channel: by, address }, replyTo);
      const names = files.map(({ name }) => `[${name}]`);
      const content = [text.trim(), ...names].filter(Boolean).join('\n');
      if (content === '') return { what: 'nothing', reason: 'not_written', address };
      return {
        what: 'message',
        customer: customerOf(channel, address, event.customer),
        content,
        reference,
        ...(files.length > 0 && {
          sent: {
            caption: text.trim(),
            files: files.map(({ name, size = 0, ...from }) => ({ reference: referenceOf(from), name, size })),
          },
        }),
        ...(quoted && { replyTo: quoted.id }),
      };
    }
    case 'message_edited': {
      const { id: reference, text } = event.message;
      const before = await textBefore(context, { id, by, address, reference });
      if (text.trim() === '' || before === text.trim()) return { what: 'nothing', reason: 'unchanged', address };
      const edit = before ? `Edited “${cleanLine(before, longestExcerpt)}”` : 'Edited an earlier message';
      const customer = customerOf(channel, address, event.customer);
      return { what: 'message', customer, content: `${edit}:\n${text.trim()}`, reference };
    }
    case 'reaction': {
      const { message, added = [], removed = [] } = event;
      return { what: 'reaction', address, reference: message.id, added, removed };
    }
    case 'status': {
      const { message, status, reason } = event;
      const { name } = channel;
      const why = reason
        ? localize('channel_reported_reason', { name, words: reason })
        : localize('channel_reported_failure', { name });
      return { what: 'status', address, reference: message.id, status, reason: status === 'failed' ? why : null };
    }
    case 'rating': {
      const { id: ratingId, ...answer } = event.rating;
      return { what: 'rating', address, ratingId, ...answer };
    }
    case 'reachable':
      return { what: 'reachable', address, isReachable: event.isReachable };
  }
}

function read(raw: Buffer): Type.Static<typeof StoredEvent> | null {
  try {
    const stored: unknown = JSON.parse(raw.toString('utf8'));
    return schema.Check(stored) ? stored : null;
  } catch {
    return null;
  }
}

const customerOf = (
  { websiteId, teamId }: StoredApiChannel,
  address: string,
  { name, handle, locale }: Extract<ChannelEvent, { type: 'message' }>['customer'],
): ChannelCustomer => ({
  address,
  name: name ?? null,
  handle: handle ?? null,
  locale: locale ?? null,
  websiteId,
  teamId,
});

/** Returns the previous text of a message; undefined if that is no longer stored. */
async function textBefore(
  { db }: ExternalContext,
  { id, by, address, reference }: { id: string; by: InboundEvent['channel']; address: string; reference: string },
): Promise<string | undefined> {
  const earlier = await earlierInboundEvent(db, { channel: by, address, reference }, id);
  const event = earlier && read(earlier.raw)?.event;
  const isText = event?.type === 'message' || event?.type === 'message_edited';
  return isText ? event.message.text?.trim() : undefined;
}
