/** A sentence about a number, by the category of the language’s plural rules; `other` is said where one is missing. */
export type Plural = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

/** Every sentence of the chat. `{name}`, `{time}`, `{email}` and `{count}` are filled in when shown. */
const texts = {
  open: 'Open chat',
  close: 'Close chat',
  here: 'We’re here to help',
  away: 'We’re away right now',
  backAt: 'Back {time}',
  assistant: 'AI assistant',
  you: 'You',
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
  tooLong: { one: '{count} character too long', other: '{count} characters too long' } satisfies Plural,
  typing: '{name} is typing…',
  answering: '{name} is here to help',
  person: 'Talk to a person',
  personAsked: 'We’ve asked the team. A person will answer here as soon as possible.',
  closed: 'This conversation is closed. Write to open it again.',
  askEmail: 'Leave your email and we’ll answer there too.',
  email: 'Email address',
  saveEmail: 'Save',
  emailInvalid: 'Please enter a whole address, like name@example.com.',
  emailSaved: 'Answers will also reach you at {email}.',
  changeEmail: 'Change',
  offline: 'You’re offline',
  reconnecting: 'Connecting again…',
  failed: 'We can’t be reached right now',
  kept: 'Your messages are kept and sent later.',
  blocked: 'You can’t write to us here any more.',
  earlier: 'Show earlier messages',
  newMessages: 'New messages',
  unread: '{count} unread',
};

export type Texts = Omit<typeof texts, 'tooLong'> & { tooLong: Plural };
export default texts;
