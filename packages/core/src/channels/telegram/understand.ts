import { buttonsOf } from '@parley/contracts/messages/blocks';
import { cleanLine } from '@parley/contracts/text/clean-line';
import { languageOf } from '@parley/contracts/text/languages';
import { nameMaxLength } from '@parley/contracts/users/limits';
import { localize, type LocalizedText } from '@parley/contracts/i18n/server-texts';
import { earlierInboundEvent, type InboundEvent, startParameter } from '@parley/db/channels/inbound';
import { lastSentTo, messageByReference } from '@parley/db/channels/sends';
import { findAsked } from '@parley/db/messages/read';
import type { ExternalContext } from '../../external/services.ts';
import type { ChannelCustomer, Understood } from '../../deliveries/descriptor.ts';
import { pressedButton } from './buttons.ts';
import { captionOf, contentOf, contextOf, fitting, picksWords, repliedTo } from './content.ts';
import { pressedRating } from './rating.ts';
import { settingsBot } from './send.ts';
import { fileOf, type Message, type MessageReaction, type TelegramUser, type Update, readUpdate } from './update.ts';

const nothing = (
  reason: string,
  rest: { address?: string; reference?: string | null; answer?: { text: string; about: LocalizedText } } = {},
): Understood => ({
  what: 'nothing',
  reason,
  ...rest,
});

/** Parses an update. Only private chats with the bot are conversations. */
export async function understand(context: ExternalContext, event: InboundEvent): Promise<Understood> {
  const update = readUpdate(event.raw);
  if (!update) return { what: 'unreadable' };
  const { message, edited_message: edited, message_reaction: reaction, my_chat_member: member } = update;
  const { callback_query: button } = update;
  const chat = (message ?? edited ?? reaction ?? member ?? button?.message)?.chat;
  if (!chat) return nothing('not_wanted');
  const address = String(chat.id);
  if (chat.type !== 'private') {
    if (!message || !asksForId(message)) return nothing('group');
    return nothing('group', { address, answer: { text: idOf(address), about: localize('group_number') } });
  }
  if (member) {
    return { what: 'reachable', address, isReachable: member.new_chat_member.status !== 'kicked' };
  }
  if (button) {
    // Until then Telegram shows the button as busy; without an answer that ends by itself.
    await (await settingsBot(context))
      .call('answerCallbackQuery', { callback_query_id: button.id })
      .catch(() => undefined);
    const pressed = pressedRating(button.data ?? '');
    if (pressed) return { what: 'rating', address, ...pressed };
    return (await pressedIn(context, event, address, button)) ?? nothing('not_wanted', { address });
  }
  if (reaction) {
    if (!reaction.user || reaction.user.is_bot) return nothing('not_a_person', { address });
    return { what: 'reaction', address, reference: String(reaction.message_id), ...changeOf(reaction) };
  }
  const written = message ?? edited;
  if (!written?.from || written.from.is_bot) return nothing('not_a_person', { address });
  const start = message && startOf(message);
  if (start) {
    const { widgetConfig } = await context.settings.read();
    const language = languageOf(written.from.language_code ?? '');
    const inTheirs = language && widgetConfig.welcomeMessages[language]?.trim();
    const text = inTheirs || widgetConfig.welcomeMessage.trim();
    return nothing('start', {
      address,
      reference: start.parameter,
      ...(text !== '' && { answer: { text, about: localize('greeting') } }),
    });
  }
  const content = contentOf(written);
  if (content === null) return nothing('not_written', { address });
  const { telegramConfig } = await context.settings.read();
  const customer = customerOf(address, written.from, telegramConfig.websiteId);
  const reference = String(written.message_id);
  if (message) {
    const file = fileOf(message);
    const replied = repliedTo(message);
    const replyTo = replied
      ? await messageByReference(context.db, { channel: event.channel, address }, String(replied.message_id))
      : undefined;
    const above = await linesAbove(context, event, { address, message, isQuoted: replyTo !== undefined });
    const sent = file && { caption: fitting(`${above}${captionOf(message)}`.trim()), files: [file] };
    return {
      what: 'message',
      customer,
      content: fitting(`${above}${content}`),
      reference,
      ...(sent && { sent }),
      ...(replyTo && { replyTo: replyTo.id }),
    };
  }
  // Live locations are updated every few seconds.
  if (written.location) return nothing('unchanged', { address });
  const before = await contentBefore(context, event, { address, reference });
  // A preview, a reaction or a moving live location: the text is unchanged.
  if (before === content) return nothing('unchanged', { address });
  const edit = before === null ? 'Edited an earlier message' : `Edited “${cleanLine(before, longestExcerpt)}”`;
  return { what: 'message', customer, content: `${edit}:\n${content}`, reference };
}

/** Returns the message of a customer who pressed a button of a message; undefined for any other button. */
async function pressedIn(
  context: ExternalContext,
  { channel }: InboundEvent,
  address: string,
  { id: reference, from, message, data = '' }: NonNullable<Update['callback_query']>,
): Promise<Understood | undefined> {
  const button = pressedButton(data);
  if (button === undefined || !message) return undefined;
  const place = await messageByReference(context.db, { channel, address }, String(message.message_id));
  const asked = place && (await findAsked(context.db, [place.conversationId], place.id, null));
  const label = asked && buttonsOf(asked.blocks).find(({ id, url }) => id === button && url === undefined)?.label;
  if (!place || label === undefined) return undefined;
  const { telegramConfig } = await context.settings.read();
  const customer = customerOf(address, from, telegramConfig.websiteId);
  return { what: 'message', customer, content: label, reference, response: { to: place.id, button } };
}

const longestExcerpt = 80;

/** Returns the emoji that a person has put on a message, and those taken back. */
function changeOf({ old_reaction: before, new_reaction: after }: MessageReaction): {
  added: string[];
  removed: string[];
} {
  const emojiOf = (reactions: MessageReaction['old_reaction']) => reactions.flatMap(({ emoji }) => emoji ?? []);
  const [was, is] = [emojiOf(before), emojiOf(after)];
  return { added: is.filter((each) => !was.includes(each)), removed: was.filter((each) => !is.includes(each)) };
}

/** Any member of a group may ask for its id: only an admin who enters it in the settings links it to the team. */
const asksForId = ({ text = '', from }: Message): boolean => !from?.is_bot && /^\/team(?:@\w+)?\s*$/.test(text);
const idOf = (address: string): string =>
  `This group's ID is ${address}. To be told of hand-offs here, enter it in Parley under Integrations, Telegram.`;

/**
 * Reads the button that opens a chat with a bot: it sends `/start` and the parameter of the link. Other text after it
 * was typed, and is a message. https://core.telegram.org/bots/features#deep-linking
 */
function startOf({ text = '' }: Message): { parameter: string | null } | null {
  const found = /^\/start(?:@\w{1,64})?(?:\s+([\w-]{1,64}))?\s*$/.exec(text);
  return found && { parameter: found[1] ?? null };
}

/**
 * Returns lines above a message: the parameter of the link opened since the last message, and the message it replies
 * to, unless that is quoted as a whole. Replies to the newest message need no line, so a plain "yes" stays
 * plain.
 */
async function linesAbove(
  { db }: ExternalContext,
  { id, channel }: InboundEvent,
  { address, message, isQuoted }: { address: string; message: Message; isQuoted: boolean },
): Promise<string> {
  const parameter = await startParameter(db, { channel, address }, id);
  const replied = repliedTo(message);
  const isClear =
    replied !== null &&
    !picksWords(message) &&
    (isQuoted || (await lastSentTo(db, { channel, address })) === String(replied.message_id));
  const started = parameter === null ? '' : `[Started from a link with “${parameter}”]\n`;
  return `${started}${contextOf(message, { withReply: !isClear })}`;
}

/** Returns the previous text of a message, from the last update about it; null if that is no longer stored. */
async function contentBefore(
  { db }: ExternalContext,
  { id, channel }: InboundEvent,
  message: { address: string; reference: string },
): Promise<string | null> {
  const earlier = await earlierInboundEvent(db, { channel, ...message }, id);
  const update = earlier && readUpdate(earlier.raw);
  const written = update?.edited_message ?? update?.message;
  return written ? contentOf(written) : null;
}

const customerOf = (address: string, user: TelegramUser, websiteId: string | null): ChannelCustomer => ({
  address,
  name: cleanLine([user.first_name, user.last_name].filter(Boolean).join(' '), nameMaxLength) || null,
  handle: user.username ? `@${cleanLine(user.username, nameMaxLength)}` : null,
  locale: user.language_code ? cleanLine(user.language_code, 35) : null,
  websiteId,
});
