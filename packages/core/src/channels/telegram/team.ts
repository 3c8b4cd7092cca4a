/** Posts to the team's own group about hand-offs and waiting customers; the group never counts as a customer. */
import { localize } from '@parley/contracts/i18n/server-texts';
import type { PayloadOf } from '../../deliveries/payload.ts';
import { CallFailed } from '../../external/answer.ts';
import type { ExternalContext } from '../../external/services.ts';
import { callInTurn } from './send.ts';

/** Well below the limit of a message, for the text around it. */
const longestText = 3_000;
const longestLine = 200;

const cut = (text: string, longest: number): string =>
  text.length > longest ? `${text.slice(0, longest).toWellFormed()}…` : text;

/**
 * Posts a notice to the group of the settings, as plain text, and returns Telegram's id of the message.
 * @throws CallFailed, final if the group no longer exists; UnknownOutcome, OutboundError
 */
export async function notifyTeam(
  context: ExternalContext,
  { title, customer, website, text, url }: PayloadOf<'notice'>,
): Promise<string> {
  const { teamChatId } = (await context.settings.read()).telegramConfig;
  if (teamChatId === '') throw new CallFailed(localize('telegram_team_missing'), { transient: false });
  const from = `${cut(customer, longestLine)} · ${cut(website, longestLine)}`;
  return callInTurn(context, teamChatId, 'sendMessage', {
    text: `${title}\n${from}\n\n${cut(text, longestText)}\n\n${url}`,
    // The dashboard is nothing for Telegram to look at.
    link_preview_options: { is_disabled: true },
  });
}
