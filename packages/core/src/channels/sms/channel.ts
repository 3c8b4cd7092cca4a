import { sms as contract } from '@parley/contracts/channels/sms';
import { localize, type Text } from '@parley/contracts/i18n/server-texts';
import { findWebsite } from '@parley/db/websites/websites';
import type { ChannelDescriptor } from '../../deliveries/descriptor.ts';
import { notConfigured } from '../../deliveries/refusals.ts';
import { CallFailed } from '../../external/answer.ts';
import type { ExternalContext } from '../../external/services.ts';
import { answering } from '../customers/answers.ts';
import { textIn } from '@parley/contracts/json';
import { receive } from './receiving.ts';
import { send } from './send.ts';
import { settingsTwilio } from './twilio.ts';
import { understand } from './understand.ts';

/** A number that customers write text messages to, and are answered by. */
export const sms: ChannelDescriptor<'sms'> = {
  ...answering({
    id: contract.id,
    name: contract.name,
    longestMessage: async () => contract.customers.longestMessage,
    concurrency: 10,
    isOn: async ({ settings }) => (await settings.read()).smsConfig.enabled,
    isSetUp: async ({ settings }) => (await settings.read()).smsConfig.authToken !== '',
    send,
    async revise() {
      throw new CallFailed(localize('message_taken_along', { by: contract.name }), { transient: false });
    },
    files: { longestCaption: contract.customers.longestCaption, groupOf: () => 'all', byLink: true },
  }),
  receive,
  understand,
  fetchFile: async (context, reference) => (await settingsTwilio(context)).download(reference),
  // Twilio calls the address that is entered there.
  watch: async () => undefined,
  test,
};

/** Asks Twilio for the account's name. */
async function test(context: ExternalContext): Promise<Text> {
  const { websiteId } = (await context.settings.read()).smsConfig;
  const twilio = await settingsTwilio(context);
  const website = websiteId === null ? undefined : await findWebsite(context.db, websiteId);
  if (!website) throw notConfigured(localize('website_missing'));
  const name = textIn(await twilio.call('.json'), 'friendly_name').slice(0, 200);
  return localize('account_works', { name: `${name} (${twilio.sender})`, domain: website.domain });
}
