/** Returns the readable text of a Telegram message: every kind becomes text or a named placeholder, none is lost. */
import { cleanLine, wholeStart } from '@parley/contracts/text/clean-line';
import { shortFileName } from '@parley/contracts/messages/file-name';
import { telegram } from '@parley/contracts/channels/telegram';
import { messageMaxLength } from '@parley/contracts/messages/limits';
import * as Type from 'typebox';
import { Compile } from 'typebox/compile';
import { isTooLarge, type Message, messageIn } from './update.ts';

/**
 * Names of kinds by their field. The first match is the most specific: an animation is a document too, a venue a
 * location.
 */
const kinds: Record<string, string> = {
  animation: 'Animation',
  audio: 'Audio file',
  photo: 'Photo',
  live_photo: 'Live photo',
  sticker: 'Sticker',
  story: 'Story',
  video: 'Video',
  video_note: 'Video message',
  voice: 'Voice message',
  document: 'File',
  contact: 'Contact',
  venue: 'Place',
  location: 'Location',
  poll: 'Poll',
  dice: 'Dice',
  game: 'Game',
  checklist: 'Checklist',
  paid_media: 'Paid media',
  invoice: 'Invoice',
  successful_payment: 'Payment',
  refunded_payment: 'Refunded payment',
  users_shared: 'Shared people',
  chat_shared: 'Shared chat',
  web_app_data: 'Form data',
  gift: 'Gift',
  unique_gift: 'Gift',
};

/** Service messages about the chat itself, without an author. */
const events = [
  'pinned_message',
  'message_auto_delete_timer_changed',
  'chat_background_set',
  'write_access_allowed',
  'connected_website',
  'boost_added',
];

/** Fields that describe an item of a kind. */
const details = ['emoji', 'file_name', 'title', 'question', 'first_name', 'phone_number', 'button_text'];

const longestName = 200;
const named = (text: string): string => plain(text).slice(0, longestName).toWellFormed();

const fieldsOf = (value: unknown): Map<string, unknown> =>
  new Map<string, unknown>(typeof value === 'object' && value !== null ? Object.entries(value) : []);

const textOf = (fields: Map<string, unknown>, name: string): string => {
  const text = fields.get(name);
  if (typeof text !== 'string') return '';
  return name === 'file_name' ? shortFileName(plain(text), longestName).toWellFormed() : named(text);
};

const Location = Type.Object({
  latitude: Type.Number({ minimum: -90, maximum: 90 }),
  longitude: Type.Number({ minimum: -180, maximum: 180 }),
});
const Venue = Type.Object({ location: Location, title: Type.String(), address: Type.String() });
const Contact = Type.Object({
  phone_number: Type.String(),
  first_name: Type.String(),
  last_name: Type.Optional(Type.String()),
  vcard: Type.Optional(Type.String()),
});
const Poll = Type.Object({ question: Type.String(), options: Type.Array(Type.Object({ text: Type.String() })) });
const Checklist = Type.Object({ title: Type.String(), tasks: Type.Array(Type.Object({ text: Type.String() })) });
const Dice = Type.Object({ emoji: Type.String(), value: Type.Integer() });
const Payment = Type.Object({ currency: Type.String(), total_amount: Type.Integer() });
const FormData = Type.Object({ data: Type.String() });

const isLocation = Compile(Location);
const isVenue = Compile(Venue);
const isContact = Compile(Contact);
const isPoll = Compile(Poll);
const isChecklist = Compile(Checklist);
const isDice = Compile(Dice);
const isPayment = Compile(Payment);
const isFormData = Compile(FormData);

/** Coordinates and a map, which the team can open. */
const mapOf = ({ latitude, longitude }: Type.Static<typeof Location>): string =>
  `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=17/${latitude}/${longitude}`;

const list = (items: readonly { text: string }[]): string[] => items.slice(0, 30).map(({ text }) => `- ${named(text)}`);

/**
 * Returns the content of kinds that are text as a whole. Null for the others, and for fields that differ from the Bot
 * API.
 */
function readableKind(fields: Map<string, unknown>): string | null {
  const [venue, location, contact, poll, checklist, dice, form] = [
    'venue',
    'location',
    'contact',
    'poll',
    'checklist',
    'dice',
    'web_app_data',
  ].map((name) => fields.get(name));
  const payment = fields.get('successful_payment') ?? fields.get('refunded_payment');
  const lines = (...all: string[]): string => all.filter((line) => line !== '').join('\n');
  if (isVenue.Check(venue)) return lines(`[Place] ${named(venue.title)}`, named(venue.address), mapOf(venue.location));
  if (isLocation.Check(location))
    return lines(`[Location] ${location.latitude}, ${location.longitude}`, mapOf(location));
  if (isContact.Check(contact)) {
    const name = named(`${contact.first_name} ${contact.last_name ?? ''}`);
    const addresses = [...(contact.vcard ?? '').slice(0, 4096).matchAll(/^EMAIL[^:\r\n]{0,100}:([^\r\n]{1,254})/gim)];
    return lines(
      `[Contact] ${name}`,
      named(contact.phone_number),
      ...addresses.slice(0, 5).map(([, at = '']) => named(at)),
    );
  }
  if (isPoll.Check(poll)) return lines(`[Poll] ${named(poll.question)}`, ...list(poll.options));
  if (isChecklist.Check(checklist)) return lines(`[Checklist] ${named(checklist.title)}`, ...list(checklist.tasks));
  if (isDice.Check(dice)) return `[Dice] ${named(dice.emoji)} ${dice.value}`;
  if (isFormData.Check(form)) return lines('[Form data]', plain(form.data));
  if (isPayment.Check(payment))
    return `[${fields.has('successful_payment') ? 'Payment' : 'Refunded payment'}] ${payment.total_amount} ${named(payment.currency)}, in the currency’s smallest unit`;
  return null;
}

/**
 * Returns the text of a message, or of the content sent in its place. Content that can't be shown as text is named.
 * Null for service messages.
 */
export function contentOf(message: Message): string | null {
  const text = captionOf({ ...message, caption: '' });
  if (text !== '') return text;
  const fields = new Map<string, unknown>(Object.entries(message));
  if (events.some((field) => fields.has(field))) return null;
  const readable = readableKind(fields);
  if (readable !== null) return fitting(readable);
  const kind = Object.keys(kinds).find((field) => fields.has(field));
  const caption = captionOf(message);
  const value = kind === undefined ? undefined : fields.get(kind);
  const name = kind === undefined ? 'Something' : [kinds[kind], ...detailsOf(value)].join(' · ');
  const placeholder = isTooLarge(value)
    ? `[${name}, larger than ${telegram.customers.largestFetched / 1024 / 1024} MB, cannot be fetched]`
    : `[${name}, cannot be shown here]`;
  return fitting(caption === '' ? placeholder : `${placeholder}\n${caption}`);
}

/** Returns the text of a message, or the caption of its file, with the addresses of links. */
export function captionOf({ text = '', entities, caption = '', caption_entities }: Message): string {
  return fitting(plain(withAddresses(text, entities)) || plain(withAddresses(caption, caption_entities)));
}

function detailsOf(value: unknown): string[] {
  const fields = fieldsOf(value);
  return details.map((name) => textOf(fields, name)).filter((detail) => detail !== '');
}

const Link = Type.Object({
  type: Type.Literal('text_link'),
  offset: Type.Integer({ minimum: 0 }),
  length: Type.Integer({ minimum: 1 }),
  url: Type.String({ minLength: 1, maxLength: 2048 }),
});
const isLink = Compile(Link);

/** Writes behind each linked word the address that it leads to: the text alone does not have it. */
function withAddresses(text: string, entities: unknown): string {
  if (!Array.isArray(entities)) return text;
  const links = entities
    .slice(0, 100)
    .filter((entity): entity is Type.Static<typeof Link> => isLink.Check(entity))
    .toSorted((one, other) => one.offset - other.offset);
  const pieces: string[] = [];
  let at = 0;
  for (const { offset, length, url } of links) {
    // Offsets count UTF-16 units, as strings here do.
    const end = offset + length;
    if (offset < at || end > text.length) continue;
    const words = text.slice(offset, end);
    const space = /\s*$/.exec(words.slice(-20))?.[0] ?? '';
    const shown = words.slice(0, words.length - space.length);
    pieces.push(text.slice(at, offset), shown === url ? words : `${shown} (${url})${space}`);
    at = end;
  }
  return [...pieces, text.slice(at)].join('');
}

const longestExcerpt = 300;
const excerpt = (text: string): string => cleanLine(text, longestExcerpt);

/** The message in the chat that this one replies to; null where there is none, or it is in another chat. */
export const repliedTo = ({ reply_to_message }: Message): Message | null => messageIn(reply_to_message);

/** Returns true if the customer has selected the quoted words. */
export const picksWords = ({ quote }: Message): boolean => fieldsOf(quote).get('is_manual') === true;

/** Returns lines above a message about the message it replies to and its original author. */
export function contextOf(message: Message, { withReply }: { withReply: boolean }): string {
  const lines: string[] = [];
  const origin = originOf(message.forward_origin);
  if (origin !== null) lines.push(origin === '' ? 'Forwarded:' : `Forwarded from ${origin}:`);
  if (withReply) {
    const replied = repliedTo(message);
    const words = textOf(fieldsOf(message.quote), 'text') || (replied ? (contentOf(replied) ?? '') : '');
    const external =
      message.external_reply === undefined ? '' : (originOf(fieldsOf(message.external_reply).get('origin')) ?? '');
    const quoted = excerpt(words);
    if (quoted !== '') lines.push(`In reply to ${external === '' ? '' : `${external}: `}“${quoted}”:`);
    else if (message.external_reply !== undefined)
      lines.push(`In reply to a message ${external === '' ? 'of another chat' : `of ${external}`}:`);
  }
  return lines.map((line) => `${line}\n`).join('');
}

/** Returns the original author of a forwarded message; null if it was not forwarded, empty if the author is hidden. */
function originOf(value: unknown): string | null {
  if (typeof value !== 'object' || value === null) return null;
  const origin = fieldsOf(value);
  const user = fieldsOf(origin.get('sender_user'));
  const chat = fieldsOf(origin.get('sender_chat') ?? origin.get('chat'));
  const names = [textOf(user, 'first_name'), textOf(user, 'last_name')].filter((name) => name !== '').join(' ');
  return cleanLine(names || textOf(origin, 'sender_user_name') || textOf(chat, 'title'), 100);
}

/** Text that can be stored. */
const plain = (text: string): string => text.replaceAll('\0', '').toWellFormed().trim();

/** Cuts a text to one message: addresses can make it longer than Telegram's own limit. */
export const fitting = (text: string): string =>
  text.length > messageMaxLength ? `${wholeStart(text, messageMaxLength - 1)}…` : text;
