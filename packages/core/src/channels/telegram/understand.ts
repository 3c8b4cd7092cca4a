import { cleanLine } from '@parley/contracts/clean-line';
import { languageOf } from '@parley/contracts/languages';
import { nameMaxLength } from '@parley/contracts/limits';
import { say, type Saying } from '@parley/contracts/sayings';
import { earlierInboundEvent, type InboundEvent } from '@parley/db/channels/inbound';
import type { ExternalContext } from '../../integrations/external-services.ts';
import type { ChannelCustomer, Understood } from '../descriptor.ts';
import { captionOf, contentOf, fileOf, type Message, type Person, readUpdate } from './update.ts';

const nothing = (
  reason: string,
  rest: { address?: string; says?: { text: string; about: Saying } } = {},
): Understood => ({
  what: 'nothing',
  reason,
  ...rest,
});

/** What an update means. Only what people write to the bot alone is a conversation. */
export async function understand(context: ExternalContext, event: InboundEvent): Promise<Understood> {
  const update = readUpdate(event.raw);
  if (!update) return { what: 'unreadable' };
  const { message, edited_message: edited, my_chat_member: member } = update;
  const chat = (message ?? edited ?? member)?.chat;
  if (!chat) return nothing('not_wanted');
  const address = String(chat.id);
  if (chat.type !== 'private') {
    if (!message || !asksForId(message)) return nothing('group');
    return nothing('group', { address, says: { text: idOf(address), about: say('group_number') } });
  }
  if (member) {
    return { what: 'reachable', address, isReachable: member.new_chat_member.status !== 'kicked' };
  }
  const written = message ?? edited;
  if (!written?.from || written.from.is_bot) return nothing('not_a_person', { address });
  if (message && isStart(message)) {
    const { widgetConfig } = await context.settings.read();
    const language = languageOf(written.from.language_code ?? '');
    const inTheirs = language && widgetConfig.welcomeMessages[language]?.trim();
    const text = inTheirs || widgetConfig.welcomeMessage.trim();
    return nothing('start', { address, ...(text !== '' && { says: { text, about: say('greeting') } }) });
  }
  const content = contentOf(written);
  if (content === null) return nothing('not_written', { address });
  const { telegramConfig } = await context.settings.read();
  const customer = customerOf(address, written.from, telegramConfig.websiteId);
  const reference = String(written.message_id);
  if (message) {
    const file = fileOf(message);
    const sent = file && { caption: captionOf(message), files: [file] };
    return { what: 'message', customer, content, reference, ...(sent && { sent }) };
  }
  const before = await contentBefore(context, event, { address, reference });
  // A preview, a reaction, a live location that moves: not what was written.
  if (before === content) return nothing('unchanged', { address });
  const edit = before === null ? 'Edited an earlier message' : `Edited “${cleanLine(before, longestExcerpt)}”`;
  return { what: 'message', customer, content: `${edit}:\n${content}`, reference };
}

const longestExcerpt = 80;

/** Whoever is in a group may ask what it is called: only an administrator's entering it makes it the team's. */
const asksForId = ({ text = '', from }: Message): boolean => !from?.is_bot && /^\/team(?:@\w+)?\s*$/.test(text);
const idOf = (address: string): string =>
  `This group's ID is ${address}. To be told of hand-offs here, enter it in Parley under Integrations, Telegram.`;

/** The button that opens a chat with a bot sends this. */
const isStart = ({ text = '' }: Message): boolean => /^\/start(?:\s|$)/.test(text);

/** What the message said until now, by the last that was told of it; null when that is not known any more. */
async function contentBefore(
  { db }: ExternalContext,
  { id, channel }: InboundEvent,
  message: { address: string; reference: string },
): Promise<string | null> {
  const earlier = await earlierInboundEvent(db, { channel, ...message }, id);
  const update = earlier && readUpdate(earlier.raw);
  const said = update?.edited_message ?? update?.message;
  return said ? contentOf(said) : null;
}

const customerOf = (address: string, person: Person, websiteId: string | null): ChannelCustomer => ({
  address,
  name: cleanLine([person.first_name, person.last_name].filter(Boolean).join(' '), nameMaxLength) || null,
  handle: person.username ? `@${cleanLine(person.username, nameMaxLength)}` : null,
  locale: person.language_code ? cleanLine(person.language_code, 35) : null,
  websiteId,
});
