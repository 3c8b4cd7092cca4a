import { localize, type Text } from '@parley/contracts/i18n/server-texts';
import { findWebsite } from '@parley/db/websites/websites';
import type { Always, Delivers, Receives, Tested } from '../../../deliveries/descriptor.ts';
import { notConfigured } from '../../../deliveries/refusals.ts';
import { CallFailed } from '../../../external/answer.ts';
import type { ExternalContext } from '../../../external/services.ts';
import { answering } from '../../customers/answers.ts';
import { answerChallenge } from '../signed.ts';
import { textIn } from '@parley/contracts/json';
import { accountGraph, accountOf, explainedBy, type MessagingApp } from './app.ts';
import { receive, watch } from './receiving.ts';
import { askRating, send } from './send.ts';
import { understand } from './understand.ts';

/** Returns the channel of an account that customers write direct messages to. */
export function messagingChannel(app: MessagingApp): Always & Tested & Delivers & Receives {
  const { id, name, customers } = app.contract;
  const account = async ({ settings }: ExternalContext) => accountOf(await settings.read(), app);
  return {
    ...answering({
      id,
      name,
      longestMessage: async () => customers.longestMessage,
      concurrency: 10,
      isOn: async (context) => (await account(context)).enabled,
      isSetUp: async (context) => (await account(context)).accessToken !== '',
      send: (context, address, message) => send(context, app, address, message),
      async revise() {
        throw new CallFailed(localize('message_taken_along', { by: name }), { transient: false });
      },
      askRating: (context, address, asked) => askRating(context, app, address, asked),
      buttons: true,
      files: { longestCaption: customers.longestCaption, groupOf: (file) => file.id, byLink: true },
    }),
    receive: (context, arrival) => receive(context, app, arrival),
    confirm: async (context, query) => answerChallenge(query, (await account(context)).verifyToken),
    understand: (context, event) => understand(context, app, event),
    async fetchFile(context, reference) {
      const { graph } = await accountGraph(context, app);
      return graph.download(reference, { maxBytes: customers.largestFetched, withToken: false });
    },
    watch: (context) => watch(context, app),
    test: (context) => test(context, app),
  };
}

/** Asks Meta for the account's name. */
async function test(context: ExternalContext, app: MessagingApp): Promise<Text> {
  const { graph, account } = await accountGraph(context, app);
  const website = account.websiteId === null ? undefined : await findWebsite(context.db, account.websiteId);
  if (!website) throw notConfigured(localize('website_missing'));
  const answer = await graph
    .call('GET', `${account.accountId}?fields=${app.accountName}`)
    .catch(explainedBy(await context.settings.read(), app));
  return localize('account_works', { name: textIn(answer, app.accountName).slice(0, 200), domain: website.domain });
}
