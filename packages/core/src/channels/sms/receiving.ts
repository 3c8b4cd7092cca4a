/** Receives Twilio's calls: signed with the account's token over our address and the fields. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { Problem } from '@parley/contracts/problems';
import type { NewInboundEvent } from '@parley/db/channels/inbound';
import * as Type from 'typebox';
import { Compile } from 'typebox/compile';
import type { Arrival } from '../../deliveries/descriptor.ts';
import type { ExternalContext } from '../../external/services.ts';
import { ourAddress } from './twilio.ts';

const fieldsSchema = Compile(Type.Record(Type.String(), Type.String()));

/**
 * Returns the event of a call. https://www.twilio.com/docs/usage/security#validating-requests
 * @throws Problem `forbidden` without a signature by the account's token
 */
export async function receive(context: ExternalContext, { headers, body }: Arrival): Promise<NewInboundEvent[]> {
  const { enabled, accountSid, authToken } = (await context.settings.read()).smsConfig;
  const fields = fieldsSchema.Check(body) ? body : {};
  const given = Buffer.from(headers['x-twilio-signature'] ?? '');
  const expected = Buffer.from(signatureOf(ourAddress(context), fields, authToken));
  const isSigned = given.length === expected.length && timingSafeEqual(given, expected);
  if (!enabled || authToken === '' || !isSigned || fields['AccountSid'] !== accountSid)
    throw new Problem('forbidden', 'This call is not signed with the auth token of the account.');
  const { MessageSid: id = '', MessageStatus: status } = fields;
  if (id === '') return [];
  return [{ externalId: `${status ?? 'm'}:${id}`.slice(0, 400), raw: Buffer.from(JSON.stringify(fields)) }];
}

function signatureOf(address: string, fields: Readonly<Record<string, string>>, authToken: string): string {
  const text = Object.entries(fields)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => name + value)
    .join('');
  return createHmac('sha1', authToken)
    .update(address + text)
    .digest('base64');
}
