import * as Type from 'typebox';
import {
  DeviceConsent,
  Mailbox,
  MailboxChange,
  MailboxCheck,
  MailConsent,
  MailWebhookProvider,
  NewMailbox,
} from '../channels/mailboxes.ts';
import { mailOauthCallback } from '../channels/mail-oauth.ts';
import { route } from '../route.ts';
import { Described, Id, IdParam, NoContent, Nullable, Strict } from '../schema.ts';
import { imageBodyLimit, ImageInput } from './users.ts';

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

export const addMailLogo = route({
  method: 'POST',
  path: '/api/mail/logos',
  access: 'staff',
  permission: 'mail.manage',
  tag,
  summary: 'Store a picture for the template of a mailbox, and get its address',
  refusals: ['too_large'],
  body: Strict({ picture: ImageInput }),
  bodyLimit: imageBodyLimit,
  responses: { 201: Type.Object({ url: Type.String() }) },
});

export const testMailTemplate = route({
  method: 'POST',
  path: '/api/mail/template-tests',
  access: 'staff',
  permission: 'mail.manage',
  tag,
  summary: 'Send a mail with the template and signature of a mailbox, null for the first one, to oneself',
  refusals: ['not_found', 'not_configured', 'unavailable'],
  body: Strict({ mailboxId: Nullable(Id) }),
  responses: { 204: NoContent },
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

export const checkMailbox = route({
  method: 'POST',
  path: '/api/mailboxes/:id/check',
  access: 'staff',
  permission: 'mail.manage',
  tag,
  summary: 'Try a mailbox with messages to itself, and read the DNS of its domain',
  description: 'Takes up to a minute.',
  refusals: ['unavailable'],
  params,
  responses: { 200: MailboxCheck },
});

export const readMailConsent = route({
  method: 'GET',
  path: '/api/mailboxes/:id/oauth',
  access: 'staff',
  permission: 'mail.manage',
  tag,
  summary: 'Get whether a mailbox may be opened by OAuth 2; while a code waits, asks the provider for it',
  refusals: ['not_configured', 'other_side_failed', 'unavailable'],
  params,
  responses: { 200: MailConsent },
});

export const startMailConsent = route({
  method: 'POST',
  path: '/api/mailboxes/:id/oauth',
  access: 'staff',
  permission: 'mail.manage',
  stepUp: true,
  byKey: false,
  tag,
  summary: 'Start a sign-in to a mailbox at its provider; returns the address to open',
  refusals: ['not_configured', 'other_side_failed', 'unavailable'],
  params,
  responses: { 200: Type.Object({ url: Type.String({ examples: ['https://login.example.com/authorize?…'] }) }) },
});

export const startDeviceConsent = route({
  method: 'POST',
  path: '/api/mailboxes/:id/oauth/device',
  access: 'staff',
  permission: 'mail.manage',
  stepUp: true,
  byKey: false,
  tag,
  summary: 'Start a sign-in to a mailbox with a code that is entered on any device',
  refusals: ['not_configured', 'other_side_failed', 'unavailable'],
  params,
  responses: { 200: DeviceConsent },
});

export const endMailConsent = route({
  method: 'DELETE',
  path: '/api/mailboxes/:id/oauth',
  access: 'staff',
  permission: 'mail.manage',
  stepUp: true,
  tag,
  summary: 'End the access to a mailbox and revoke it at the provider',
  params,
  responses: { 204: NoContent },
});

export const finishMailConsent = route({
  method: 'GET',
  path: mailOauthCallback,
  access: 'link',
  teamNetwork: true,
  tag,
  summary: 'Receive the redirect from a provider; continues to the settings with the outcome',
  responses: { 303: NoContent },
  raw: true,
});

export const receiveProviderMail = route({
  method: 'POST',
  path: '/api/mail/inbound/:mailboxId/:provider',
  access: 'link',
  tag,
  summary: 'Receive a mail from a provider: Mailgun, Postmark, or SES by SNS',
  description:
    'Mailgun signs its calls with the mailbox’s key. Postmark and SNS send its password (HTTP basic authentication); calls ' +
    'of SNS are signed too. A mail that is delivered again is stored once.',
  refusals: ['signed_out', 'malformed', 'too_large', 'unavailable'],
  accepts: ['none'],
  params: Strict({ mailboxId: IdParam, provider: Described(MailWebhookProvider, 'The provider that calls') }),
  streams: '*/*',
  // A mail of 25 MB in Base64, with what the provider adds.
  bodyLimit: 40 * 1024 * 1024,
  responses: { 204: NoContent },
});
