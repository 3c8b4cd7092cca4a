import { whatsapp as contract } from '@parley/contracts/channels/whatsapp';
import { localize, type Text } from '@parley/contracts/i18n/server-texts';
import { findWebsite } from '@parley/db/websites/websites';
import type { ChannelDescriptor } from '../../deliveries/descriptor.ts';
import { notConfigured } from '../../deliveries/refusals.ts';
import { CallFailed } from '../../external/answer.ts';
import type { ExternalContext } from '../../external/services.ts';
import { answering } from '../customers/answers.ts';
import { settingsGraph } from './graph.ts';
import { confirm, receive, watch } from './receiving.ts';
import { askRating, groupOf, react, send } from './send.ts';
import { listTemplates } from './templates.ts';
import { understand } from './understand.ts';

/** A number that customers write to, and are answered by. */
export const whatsapp: ChannelDescriptor<'whatsapp'> = {
  ...answering({
    id: contract.id,
    name: contract.name,
    longestMessage: async () => contract.customers.longestMessage,
    concurrency: 10,
    isOn: async ({ settings }) => (await settings.read()).whatsappConfig.enabled,
    isSetUp: async ({ settings }) => (await settings.read()).whatsappConfig.accessToken !== '',
    send,
    async revise() {
      throw new CallFailed(localize('message_taken_along', { by: contract.name }), { transient: false });
    },
    react,
    askRating,
    buttons: true,
    files: { longestCaption: contract.customers.longestCaption, groupOf },
  }),
  receive,
  confirm,
  understand,
  awayText: async ({ settings }) => (await settings.read()).whatsappConfig.awayText.trim(),
  fetchFile: async (context, reference) => (await settingsGraph(context)).fetchFile(reference),
  templates: { list: listTemplates, longest: { header: 60, body: 1_024 } },
  watch,
  test,
};

/** Asks Meta for the number and its name. */
async function test(context: ExternalContext): Promise<Text> {
  const graph = await settingsGraph(context);
  const { websiteId } = (await context.settings.read()).whatsappConfig;
  const website = websiteId === null ? undefined : await findWebsite(context.db, websiteId);
  if (!website) throw notConfigured(localize('website_missing'));
  const answer = await graph.call('GET', `${graph.phoneNumberId}?fields=display_phone_number,verified_name`);
  const fields = new Map<string, unknown>(Object.entries(answer ?? {}));
  const [number, name] = ['display_phone_number', 'verified_name'].map((field) => {
    const text = fields.get(field);
    return typeof text === 'string' ? text.slice(0, 200) : '';
  });
  return localize('whatsapp_works', { name: name ?? '', number: number ?? '', domain: website.domain });
}
