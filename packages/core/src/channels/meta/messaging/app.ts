/** Messenger or Instagram: what the two differ in, and the account of the settings. */
import type { instagram } from '@parley/contracts/channels/instagram';
import type { messenger } from '@parley/contracts/channels/messenger';
import type { MetaAccount } from '@parley/contracts/channels/meta';
import { localize, type LocalizedText } from '@parley/contracts/i18n/server-texts';
import type { Settings } from '@parley/contracts/settings/settings';
import { notConfigured } from '../../../deliveries/refusals.ts';
import { CallFailed } from '../../../external/answer.ts';
import type { ExternalContext } from '../../../external/services.ts';
import { replyHoursOf } from '../../../messages/reply-window.ts';
import { CustomerUnreachable } from '../../customers/answers.ts';
import { type Graph, graphAt, GraphRefusal } from '../graph.ts';

export interface MessagingApp {
  contract: typeof messenger | typeof instagram;
  /** Names its notifications. */
  object: 'page' | 'instagram';
  /** Kinds of events that it subscribes to. */
  subscribedFields: readonly string[];
  /** Field of the account that has its name. */
  accountName: 'name' | 'username';
  /** Fields of a customer's profile with their name. */
  profileFields: readonly string[];
  /** Kinds of files that it shows, by the beginning of their type; others are links. */
  shows: Readonly<Record<string, 'image' | 'video' | 'audio' | 'file'>>;
  /** Bytes of one text, where those are limited too. */
  longestBytes?: number;
}

/** Returns the settings of the app's account. */
export const accountOf = (settings: Settings, { contract }: MessagingApp): MetaAccount =>
  settings[contract.settings.name];

export interface AccountGraph {
  graph: Graph;
  account: MetaAccount;
}

/** Returns the API with the account's token. @throws Problem `not_configured` */
export async function accountGraph(context: ExternalContext, app: MessagingApp): Promise<AccountGraph> {
  const account = accountOf(await context.settings.read(), app);
  if (account.accessToken === '' || account.accountId === '')
    throw notConfigured(localize('meta_missing', { name: app.contract.name }));
  const { id, api } = app.contract;
  return { account, graph: graphAt(context, context.external.channelApis.get(id) ?? api, account.accessToken) };
}

/** The time for replies is over. */
const windowClosed = new Set([2_018_278, 2_018_065, 2_534_022]);
/** The customer has left, or blocked the account. */
const unreachable = new Set([1_545_041, 2_018_001, 2_018_108, 2_534_014]);

export const isWindowClosed = (error: unknown): boolean =>
  error instanceof GraphRefusal && windowClosed.has(error.subcode);

/** Returns a function that throws a failed call again, a refusal with its reason in words. */
export const explainedBy =
  (settings: Settings, { contract: { id, name } }: MessagingApp) =>
  (error: unknown): never => {
    if (!(error instanceof GraphRefusal)) throw error;
    const final = { responseStatus: error.responseStatus, transient: false, cause: error };
    const refusal = (reason: LocalizedText): CallFailed => new CallFailed(reason, final);
    if (windowClosed.has(error.subcode))
      throw refusal(localize('reply_window_closed', { name, hours: replyHoursOf(settings, id) ?? 0 }));
    if (unreachable.has(error.subcode) || error.code === 551)
      throw new CustomerUnreachable(localize('meta_unreachable', { name }), final);
    if (error.code === 190) throw refusal(localize('access_token_ended', { name }));
    throw error;
  };
