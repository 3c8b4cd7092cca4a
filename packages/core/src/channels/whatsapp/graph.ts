/** The few calls of Meta's Graph API that a WhatsApp number needs. https://developers.facebook.com/docs/whatsapp/cloud-api */
import { whatsapp as contract } from '@parley/contracts/channels/whatsapp';
import { localize, type LocalizedText } from '@parley/contracts/i18n/server-texts';
import { notConfigured } from '../../deliveries/refusals.ts';
import { CallFailed } from '../../external/answer.ts';
import type { ExternalContext } from '../../external/services.ts';
import { CustomerUnreachable } from '../customers/answers.ts';
import { type Graph, graphAt, GraphRefusal } from '../meta/graph.ts';

/** More than 24 hours since the customer's last message. */
const windowClosed = new Set([131_047, 470]);
/** The number has no WhatsApp, or its owner wants no messages of ours. */
const unreachable = new Set([131_026, 131_050]);
/** Refusals in the words of what the team can do about them. */
const reasons = new Map<number, LocalizedText>([
  [190, localize('access_token_ended', { name: contract.name })],
  [131_042, localize('whatsapp_payment')],
  [131_049, localize('whatsapp_template_held')],
  ...[132_000, 132_001, 132_007, 132_012].map((code) => [code, localize('whatsapp_template_changed')] as const),
  ...[132_015, 132_016].map((code) => [code, localize('whatsapp_template_paused')] as const),
]);

/** Returns Meta's reason in words where the team can do something about it. */
export function reasonOf(code: number): LocalizedText | undefined {
  const { name, customers } = contract;
  if (windowClosed.has(code)) return localize('reply_window_closed', { name, hours: customers.replyHours });
  if (unreachable.has(code)) return localize('whatsapp_unreachable');
  return reasons.get(code);
}

/** Throws a failed call again, a refusal with its reason in words. */
export function explained(error: unknown): never {
  const reason = error instanceof GraphRefusal ? reasonOf(error.code) : undefined;
  if (!(error instanceof GraphRefusal) || !reason) throw error;
  const final = { responseStatus: error.responseStatus, transient: false, cause: error };
  throw unreachable.has(error.code) ? new CustomerUnreachable(reason, final) : new CallFailed(reason, final);
}

/** The API, and the number of the settings. */
export interface NumberGraph extends Graph {
  phoneNumberId: string;
  /**
   * Returns the bytes of a file that a customer sent, by its media id.
   * @throws CallFailed, OutboundError
   */
  fetchFile(mediaId: string): Promise<Buffer>;
}

/** Returns the API with the settings' number and token. @throws Problem `not_configured` */
export async function settingsGraph(context: ExternalContext): Promise<NumberGraph> {
  const { accessToken, phoneNumberId } = (await context.settings.read()).whatsappConfig;
  if (accessToken === '' || phoneNumberId === '') throw notConfigured(localize('whatsapp_missing'));
  const graph = graphAt(context, context.external.channelApis.get(contract.id) ?? contract.api, accessToken);
  return {
    ...graph,
    phoneNumberId,
    async fetchFile(mediaId) {
      const media = await graph.call('GET', `${encodeURIComponent(mediaId)}?phone_number_id=${phoneNumberId}`);
      const address = typeof media === 'object' && media !== null && 'url' in media ? String(media.url) : '';
      return graph.download(address, { maxBytes: contract.customers.largestFetched, withToken: true });
    },
  };
}
