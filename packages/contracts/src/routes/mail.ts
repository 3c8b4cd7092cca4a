import * as Type from 'typebox';
import { route } from '../route.ts';
import { Strict } from '../schema.ts';

const tag = 'Mail';
const path = '/api/mail/unsubscribe';
const query = Strict({
  token: Type.String({ minLength: 1, maxLength: 200, description: 'As in the link of the mail' }),
});
const responses = { 200: Type.Unknown() };

export const unsubscribePage = route({
  method: 'GET',
  path,
  access: 'anyone',
  tag,
  summary: 'The page that a mail’s unsubscribe link opens; looking at it changes nothing',
  query,
  responses,
  raw: true,
});

export const unsubscribe = route({
  method: 'POST',
  path,
  access: 'anyone',
  tag,
  summary: 'No more mails to this customer: that page’s button, and the one press of mail programs (RFC 8058)',
  query,
  bodyLimit: 16 * 1024,
  responses,
  raw: true,
});
