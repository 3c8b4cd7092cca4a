/** Text messages to customers who want them. */
import { sms as contract } from '@parley/contracts/channels/sms';
import { localize } from '@parley/contracts/i18n/server-texts';
import { findChannelSession } from '@parley/db/channels/sessions';
import type { ExternalContext } from '../../external/services.ts';
import { deliveredFileAddress } from '../../files/links.ts';
import { CustomerUnreachable, type OutgoingMessage } from '../customers/answers.ts';
import { UnknownOutcome } from '../customers/send-once.ts';
import { takeTurns } from '../customers/turns.ts';
import { ourAddress, settingsTwilio } from './twilio.ts';

/** Twilio queues what a number can't send at once; a number of the United States sends one a second. */
const perSender = { name: 'sms_sender', max: 10, perSeconds: 1, burst: 10 };
/** Types of pictures that every carrier takes. */
const pictures = new Set(['image/jpeg', 'image/png', 'image/gif']);

/**
 * Sends a message, its pictures as MMS if that is switched on and all files else as links, and returns Twilio's id.
 * @throws CustomerUnreachable, before any call for one who has opted out; UnknownOutcome, CallFailed, OutboundError
 */
export async function send(
  context: ExternalContext,
  address: string,
  { text, files, delivery }: OutgoingMessage,
): Promise<string> {
  const session = await findChannelSession(context.db, { channel: contract.id, address });
  if (session?.unreachableSince) throw new CustomerUnreachable(localize('sms_opted_out'), { transient: false });
  const twilio = await settingsTwilio(context);
  const sendsPictures = (await context.settings.read()).smsConfig.pictures;
  const linked = files.map(({ attachment: { id, name, type } }) => ({
    name,
    isPicture: sendsPictures && pictures.has(type ?? ''),
    url: deliveredFileAddress(context, id, delivery),
  }));
  const links = linked.filter(({ isPicture }) => !isPicture).map(({ name, url }) => `${name}: ${url}`);
  const form = new URLSearchParams({ To: address, Body: [text, ...links].filter(Boolean).join('\n') });
  form.set(twilio.sender.startsWith('MG') ? 'MessagingServiceSid' : 'From', twilio.sender);
  form.set('StatusCallback', ourAddress(context));
  for (const { isPicture, url } of linked) if (isPicture) form.append('MediaUrl', url);
  await takeTurns(context, [{ ...perSender, key: twilio.sender }]);
  const answer = await twilio.call('/Messages.json', form);
  const id = typeof answer === 'object' && answer !== null && 'sid' in answer ? answer.sid : undefined;
  if (typeof id !== 'string')
    throw new UnknownOutcome(localize('answered_empty', { name: 'SMS' }), { transient: false });
  return id;
}
