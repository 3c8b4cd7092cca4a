import { cleanLine } from '@parley/contracts/text/clean-line';
import { nameMaxLength } from '@parley/contracts/users/limits';
import { localize } from '@parley/contracts/i18n/server-texts';
import type { InboundEvent } from '@parley/db/channels/inbound';
import type { ChannelCustomer, Understood } from '../../deliveries/descriptor.ts';
import { quote } from '../../external/answer.ts';
import type { ExternalContext } from '../../external/services.ts';
import { chosenRating } from '../meta/choices.ts';
import { answerTo, reactionTo } from '../meta/understanding.ts';
import { contentOf, fileOf } from './content.ts';
import { reasonOf } from './graph.ts';
import { type Message, readStored, type Status } from './notification.ts';

/** Parses a stored message or status. */
export async function understand(context: ExternalContext, event: InboundEvent): Promise<Understood> {
  const stored = readStored(event.raw);
  if (!stored) return { what: 'unreadable' };
  return 'status' in stored ? statusOf(stored.status) : written(context, event, stored.message, stored.name);
}

function statusOf({ id: reference, recipient_id: address, status, errors: [error] = [] }: Status): Understood {
  if (status === 'delivered' || status === 'read') return { what: 'status', address, reference, status, reason: null };
  if (status !== 'failed') return { what: 'nothing', reason: 'not_wanted', address };
  const words = quote(error?.error_data?.details ?? error?.title ?? '');
  const name = 'WhatsApp';
  const known = error && reasonOf(error.code);
  const reported = words
    ? localize('channel_reported_reason', { name, words })
    : localize('channel_reported_failure', { name });
  const reason = known ?? reported;
  return { what: 'status', address, reference, status, reason };
}

async function written(
  context: ExternalContext,
  { channel }: InboundEvent,
  message: Message,
  name: string | undefined,
): Promise<Understood> {
  const { id: reference, from: address, reaction, interactive } = message;
  const chat = { channel, address };
  if (reaction) return reactionTo(context, chat, reaction.message_id, reaction.emoji ?? '');
  const chosen = interactive?.button_reply ?? interactive?.list_reply;
  const rating = chosen && chosenRating(chosen.id);
  if (rating) return { what: 'rating', address, ...rating };
  const content = contentOf(message);
  if (!content) return { what: 'nothing', reason: 'not_written', address };
  const { label, ...answer } = await answerTo(context, chat, {
    quoted: message.context?.id,
    // A template's buttons carry the id as their payload.
    chosen: chosen?.id ?? message.button?.payload,
  });
  const file = fileOf(message);
  const { whatsappConfig } = await context.settings.read();
  return {
    what: 'message',
    customer: customerOf(message, name, whatsappConfig.websiteId),
    content: label ?? content,
    reference,
    ...(file && { sent: { caption: file.caption, files: [{ reference: file.reference, name: file.name, size: 0 }] } }),
    ...answer,
  };
}

const customerOf = ({ from, timestamp }: Message, name = '', websiteId: string | null): ChannelCustomer => ({
  address: from,
  name: cleanLine(name, nameMaxLength) || null,
  handle: `+${from}`,
  locale: null,
  websiteId,
  writtenAt: new Date(Math.min(Number(timestamp) * 1000, Date.now())),
});
