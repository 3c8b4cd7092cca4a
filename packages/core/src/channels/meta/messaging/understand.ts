/** Parses events of direct messages. */
import { cleanLine } from '@parley/contracts/text/clean-line';
import { nameMaxLength } from '@parley/contracts/users/limits';
import type { InboundEvent } from '@parley/db/channels/inbound';
import { lastSentTo } from '@parley/db/channels/sends';
import { findChannelSession } from '@parley/db/channels/sessions';
import type { ChannelCustomer, Understood } from '../../../deliveries/descriptor.ts';
import { asCallFailed } from '../../../external/answer.ts';
import type { ExternalContext } from '../../../external/services.ts';
import { chosenRating } from '../choices.ts';
import { textIn } from '@parley/contracts/json';
import { answerTo, reactionTo } from '../understanding.ts';
import { accountGraph, accountOf, type MessagingApp } from './app.ts';
import { captionOf, contentOf, filesOf } from './content.ts';
import { type Message, readStored, type Stored } from './notification.ts';

/** The clocks of the two sides differ by less. */
const clockSkewMs = 1_000;

/** Parses a stored event. */
export async function understand(
  context: ExternalContext,
  app: MessagingApp,
  { channel, raw }: InboundEvent,
): Promise<Understood> {
  const stored = readStored(raw);
  if (!stored) return { what: 'unreadable' };
  const { id: address } = stored.sender;
  const chat = { channel, address };
  if ('read' in stored) return reported(context, chat, 'read', stored.read);
  if ('delivery' in stored) {
    const { mids = [], watermark } = stored.delivery;
    return reported(context, chat, 'delivered', { mid: mids.at(-1), watermark });
  }
  if ('reaction' in stored) {
    const { mid, action, emoji = '' } = stored.reaction;
    return reactionTo(context, chat, mid, action === 'react' ? emoji : '');
  }
  return written(context, app, { channel, stored });
}

type Chat = Parameters<typeof lastSentTo>[1];

/** A report names the newest message, or the time until which all are meant. */
async function reported(
  { db }: ExternalContext,
  chat: Chat,
  status: 'read' | 'delivered',
  { mid, watermark }: { mid?: string | undefined; watermark?: number | undefined },
): Promise<Understood> {
  const until = watermark === undefined ? undefined : new Date(watermark + clockSkewMs);
  const reference = mid ?? (until && (await lastSentTo(db, { ...chat, until })));
  const { address } = chat;
  return reference
    ? { what: 'status', address, reference, status, reason: null }
    : { what: 'nothing', reason: status, address };
}

async function written(
  context: ExternalContext,
  app: MessagingApp,
  {
    channel,
    stored,
  }: { channel: InboundEvent['channel']; stored: Extract<Stored, { message: object } | { postback: object }> },
): Promise<Understood> {
  const { id: address } = stored.sender;
  const chat = { channel, address };
  const { message, chosen } = 'message' in stored ? messageOf(stored.message) : pressOf(stored.postback);
  const rating = chosenRating(chosen);
  if (rating) return { what: 'rating', address, ...rating };
  const content = contentOf(message);
  if (message.is_deleted || !content) return { what: 'nothing', reason: 'not_written', address };
  // A press doesn't name the message: it is the newest one with buttons.
  const pressedIn = chosen === '' ? undefined : ((await lastSentTo(context.db, chat)) ?? undefined);
  const { label, ...answer } = await answerTo(context, chat, { quoted: message.reply_to?.mid ?? pressedIn, chosen });
  const files = filesOf(message);
  return {
    what: 'message',
    customer: await customerOf(context, app, chat, stored.timestamp),
    content: label ?? content,
    reference: message.mid,
    ...(files.length > 0 && { sent: { caption: captionOf(message), files } }),
    ...answer,
  };
}

const messageOf = (message: Message) => ({ message, chosen: message.quick_reply?.payload ?? '' });

const pressOf = ({ mid = '', title, payload }: Extract<Stored, { postback: object }>['postback']) => ({
  message: { mid, ...(title !== undefined && { text: title }) } satisfies Message as Message,
  chosen: payload ?? '',
});

async function customerOf(
  context: ExternalContext,
  app: MessagingApp,
  chat: Chat,
  timestamp: number,
): Promise<ChannelCustomer> {
  const known = await findChannelSession(context.db, chat);
  const { websiteId } = accountOf(await context.settings.read(), app);
  const { name, handle } = known ? { name: null, handle: known.handle } : await profileOf(context, app, chat.address);
  const writtenAt = new Date(Math.min(timestamp, Date.now()));
  return { address: chat.address, name, handle, locale: null, websiteId, writtenAt };
}

/** Returns the name in a customer's profile, where Meta gives it; a message waits for no name. */
async function profileOf(
  context: ExternalContext,
  app: MessagingApp,
  address: string,
): Promise<{ name: string | null; handle: string | null }> {
  try {
    const { graph } = await accountGraph(context, app);
    const profile = await graph.call('GET', `${address}?fields=${app.profileFields.join(',')}`);
    const own = textIn(profile, 'name') || `${textIn(profile, 'first_name')} ${textIn(profile, 'last_name')}`;
    const handle = cleanLine(textIn(profile, 'username'), nameMaxLength);
    return { name: cleanLine(own, nameMaxLength) || null, handle: handle ? `@${handle}` : null };
  } catch (error) {
    context.log.warn({ channel: app.contract.id, reason: asCallFailed(error).message }, 'a profile was not read');
    return { name: null, handle: null };
  }
}
