import * as Type from 'typebox';
import { MailUnsubscribe } from '../entities.ts';
import { InboundMail } from '../channels/inbound-mail.ts';
import { MailboxName } from '../channels/mailbox-name.ts';
import { route } from '../route.ts';
import { SentMail } from '../channels/mail-states.ts';
import { messageMaxLength } from '../messages/limits.ts';
import { Described, Id, IdParam, NoContent, OneOf, PageLimit, Seq, Strict } from '../schema.ts';
import { Email } from './auth.ts';
import { Tested } from './integrations.ts';

const tag = { name: 'Mail', description: 'What the links in mails to customers lead to.' };
const path = '/api/mail/unsubscribe';
const query = Strict({
  token: Type.String({ minLength: 1, maxLength: 1000, description: 'As in the link of the mail' }),
});
const responses = { 200: Type.Unknown() };

export const unsubscribePage = route({
  method: 'GET',
  path,
  access: 'anyone',
  tag,
  summary: 'Show the page behind a mail’s unsubscribe link; opening it changes nothing',
  refusals: ['not_found'],
  query,
  responses,
  raw: true,
});

export const unsubscribe = route({
  method: 'POST',
  path,
  access: 'anyone',
  tag,
  summary: 'Unsubscribe the customer: the page’s button, and the one-click request of mail programs (RFC 8058)',
  refusals: ['not_found'],
  query,
  bodyLimit: 16 * 1024,
  responses,
  raw: true,
});

export const resubscribe = route({
  method: 'POST',
  path: '/api/mail/resubscribe',
  access: 'anyone',
  tag,
  summary: 'Subscribe the customer again: the other button of the page',
  refusals: ['not_found'],
  query,
  bodyLimit: 16 * 1024,
  responses,
  raw: true,
});

export const listUnsubscribes = route({
  method: 'GET',
  path: '/api/mail/unsubscribes',
  access: 'staff',
  permission: 'mail.manage',
  tag,
  summary: 'List unsubscribed addresses, newest first',
  query: Strict({
    search: Type.Optional(Type.String({ minLength: 1, maxLength: 254, description: 'A part of the address' })),
    limit: PageLimit(200),
    before: Type.Optional(Described(Id, 'Only what is older than this one.')),
  }),
  responses: { 200: Type.Array(MailUnsubscribe) },
});

export const deleteUnsubscribe = route({
  method: 'DELETE',
  path: '/api/mail/unsubscribes/:id',
  access: 'staff',
  permission: 'mail.manage',
  tag,
  summary: 'Allow mails to an address again, at its owner’s request',
  params: Strict({ id: IdParam }),
  responses: { 204: NoContent },
});

export const listInboundMails = route({
  method: 'GET',
  path: '/api/inbound-mails',
  // A mailbox may hold mails that are nobody's business but its owner's.
  access: 'staff',
  permission: 'mail.manage',
  tag,
  summary: 'List incoming mails and their outcome, newest first',
  query: Strict({
    status: Type.Optional(
      OneOf(['stored', 'posted', 'ignored', 'failed'], { description: 'Only what is in this state.' }),
    ),
    limit: PageLimit(200),
    before: Type.Optional(Described(Id, 'Only what is older than this one.')),
  }),
  responses: { 200: Type.Array(InboundMail) },
});

export const retryInboundMail = route({
  method: 'POST',
  path: '/api/inbound-mails/:id/retry',
  access: 'staff',
  permission: 'mail.manage',
  tag,
  summary: 'Process a mail again that was set aside or failed, with today’s settings',
  refusals: ['conflict'],
  params: Strict({ id: IdParam }),
  responses: { 200: InboundMail },
});

export const addMailToConversation = route({
  method: 'POST',
  path: '/api/conversations/:id/mails/:mailId/add',
  access: 'staff',
  permission: 'conversations.reply',
  conversations: ['params.id'],
  tag,
  summary: 'Post a mail that didn’t count as the customer’s, under its own sender',
  params: Strict({
    id: IdParam,
    mailId: Described(Id, 'As `after.mail.mailId` of the activity that tells of the mail'),
  }),
  responses: { 204: NoContent },
});

export const testReceiving = route({
  method: 'POST',
  path: '/api/inbound-mails/test',
  access: 'staff',
  permission: 'mail.manage',
  tag,
  summary: 'Check whether mail can come in, and report the findings',
  refusals: ['not_configured', 'other_side_failed'],
  responses: { 200: Tested },
});

export const listMailboxNames = route({
  method: 'GET',
  path: '/api/mailboxes/names',
  access: 'staff',
  permission: 'conversations.read',
  tag,
  summary: 'List the names and addresses of the mailboxes',
  responses: { 200: Type.Array(MailboxName) },
});

export const listSentMails = route({
  method: 'GET',
  path: '/api/conversations/:id/mails',
  access: 'staff',
  permission: 'conversations.read',
  conversations: ['params.id'],
  tag,
  summary: 'List the mails that carried a conversation’s messages, with their states, oldest first',
  params: Strict({ id: IdParam }),
  responses: { 200: Type.Array(SentMail) },
});

export const resendMail = route({
  method: 'POST',
  path: '/api/conversations/:id/mails/:mailId/resend',
  access: 'staff',
  permission: 'conversations.reply',
  conversations: ['params.id'],
  tag,
  summary: 'Send a mail again that failed or came back, and allow mail to its address again',
  refusals: ['conflict'],
  params: Strict({ id: IdParam, mailId: Described(Id, 'As in the list of the conversation’s mails') }),
  responses: { 204: NoContent },
});

export const allowAddress = route({
  method: 'POST',
  path: '/api/conversations/:id/mails/allow',
  access: 'staff',
  permission: 'conversations.reply',
  conversations: ['params.id'],
  tag,
  summary: 'Allow mail again to an address that it came back from',
  params: Strict({ id: IdParam }),
  body: Strict({ address: Email }),
  responses: { 204: NoContent },
});

export const forwardMessages = route({
  method: 'POST',
  path: '/api/conversations/:id/forward',
  access: 'staff',
  permission: 'conversations.reply',
  conversations: ['params.id'],
  tag,
  summary: 'Forward messages with their files by mail, with a note of it; repeating it with the same ID is safe',
  refusals: ['not_configured'],
  params: Strict({ id: IdParam }),
  body: Strict({
    clientRequestId: Id,
    to: Email,
    fromSeq: Type.Optional(Described(Seq, 'First message; the conversation’s first by default')),
    toSeq: Type.Optional(Described(Seq, 'Last message; the conversation’s last by default')),
    comment: Type.Optional(Type.String({ maxLength: messageMaxLength, description: 'Text above the messages' })),
  }),
  responses: { 204: NoContent },
});
