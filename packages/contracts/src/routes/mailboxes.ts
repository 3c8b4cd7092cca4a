import * as Type from 'typebox';
import { Mailbox, MailboxChange, NewMailbox } from '../channels/mailboxes.ts';
import { route } from '../route.ts';
import { IdParam, NoContent, Strict } from '../schema.ts';

const tag = { name: 'Mailboxes', description: 'Addresses that customers write to, beside that of the Email tab.' };
const params = Strict({ id: IdParam });

export const listMailboxes = route({
  method: 'GET',
  path: '/api/mailboxes',
  access: 'staff',
  permission: 'mail.manage',
  tag,
  summary: 'List the mailboxes, secrets masked',
  responses: { 200: Type.Array(Mailbox) },
});

export const addMailbox = route({
  method: 'POST',
  path: '/api/mailboxes',
  access: 'staff',
  permission: 'mail.manage',
  stepUp: true,
  tag,
  summary: 'Add a mailbox',
  refusals: ['conflict'],
  body: NewMailbox,
  responses: { 201: Mailbox },
});

export const updateMailbox = route({
  method: 'PATCH',
  path: '/api/mailboxes/:id',
  access: 'staff',
  permission: 'mail.manage',
  stepUp: true,
  tag,
  summary: 'Update a mailbox; a stored secret is required again when its server changes',
  refusals: ['conflict'],
  params,
  body: MailboxChange,
  responses: { 200: Mailbox },
});

export const deleteMailbox = route({
  method: 'DELETE',
  path: '/api/mailboxes/:id',
  access: 'staff',
  permission: 'mail.manage',
  stepUp: true,
  tag,
  summary: 'Remove a mailbox; its conversations go on by the first one',
  params,
  responses: { 204: NoContent },
});
