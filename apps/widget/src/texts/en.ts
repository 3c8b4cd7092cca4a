/** Every sentence of the chat, in the format of `@parley/contracts/i18n/messages`. */
import type { Messages, Translate, Translated } from '@parley/contracts/i18n/messages';

const texts = {
  close: 'Close chat',
  here: 'We’re here to help',
  away: 'We’re away right now',
  backAt: 'Back {time}',
  assistant: 'AI assistant',
  you: 'You',
  unknownSender: 'Unknown sender',
  conversation: 'Conversation',
  message: 'Message',
  placeholder: 'Write a message…',
  send: 'Send',
  sending: 'Sending…',
  waiting: 'Waiting to send…',
  sent: 'Sent',
  delivered: 'Delivered',
  seen: 'Seen',
  notSent: 'Not sent.',
  retry: 'Try again',
  edit: 'Edit',
  tooLong: { one: '{count} character too long', other: '{count} characters too long' },
  typing: '{name} is typing…',
  answering: '{name} is here to help',
  person: 'Talk to a person',
  personAsked: 'We’ve asked the team. A person will answer here as soon as possible.',
  closed: 'This conversation is closed. Write to open it again.',
  askEmail: 'Leave your email so we can reply there too.',
  email: 'Email address',
  saveEmail: 'Save',
  emailInvalid: 'Please enter a full address, like name@example.com.',
  emailSaved: 'We’ll also reply to {email}.',
  changeEmail: 'Change',
  offline: 'You’re offline',
  reconnecting: 'Reconnecting…',
  failed: 'Can’t connect right now',
  kept: 'Your messages will be sent when you’re connected again.',
  blocked: 'You can’t write to us here any more.',
  earlier: 'Show earlier messages',
  newMessages: 'New messages',
  unread: '{count} unread',
  edited: 'edited',
  translated: 'translated',
  removed: 'Message removed',
  attach: 'Attach files',
  help: 'Help',
} as const satisfies Messages;

export type ChatMessages = typeof texts;
/** The sentences in any language, as their file has them. */
export type Texts = Translated<ChatMessages>;
export type ChatTranslate = Translate<ChatMessages>;
export default texts;
