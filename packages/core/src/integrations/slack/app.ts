/** The Slack app of the installation: its test, and the channels that threads can be in. */
import type { SlackChannel } from '@parley/contracts/routes/slack';
import { localize, type Text } from '@parley/contracts/i18n/server-texts';
import { Problem } from '@parley/contracts/problems';
import { recordAudit } from '../../audit/record.ts';
import type { StaffCaller } from '../../callers.ts';
import { notConfigured } from '../../deliveries/refusals.ts';
import { asCallFailed } from '../../external/answer.ts';
import type { ExternalContext } from '../../external/services.ts';
import { refuseWithout } from '../../permissions/permissions.ts';
import { type Slack, slackOf } from './api.ts';

/**
 * Returns the channels of the workspace by name, at most 1,000; private ones only where the app is a member.
 *
 * @throws Problem `not_configured`, `other_side_failed` with Slack's text
 */
export async function listSlackChannels(context: ExternalContext, caller: StaffCaller): Promise<SlackChannel[]> {
  await refuseWithout(context, caller, 'settings.change');
  return asked(context, (slack) => slack.channels());
}

/**
 * Tests the token with a real call, threads switched on or not, and names workspace and app.
 *
 * @throws Problem `not_configured`, `other_side_failed` with Slack's text
 */
export async function testSlackThreads(context: ExternalContext, caller: StaffCaller): Promise<Text> {
  await refuseWithout(context, caller, 'integrations.test');
  await recordAudit(context, caller, { action: 'integration.tested', subject: { type: 'integration', id: 'slack' } });
  return asked(context, async (slack) => {
    const { team, bot } = await slack.workspace();
    return localize('slack_works', { workspace: team, bot: `@${bot}` });
  });
}

async function asked<T>(context: ExternalContext, ask: (slack: Slack) => Promise<T>): Promise<T> {
  const { botToken, signingSecret } = (await context.settings.read()).slackThreadsConfig;
  if (botToken === '' || signingSecret === '') throw notConfigured(localize('slack_token_missing'));
  try {
    return await ask(slackOf(context, botToken));
  } catch (error) {
    const { message, localized } = asCallFailed(error);
    throw new Problem('other_side_failed', localized ?? message, { cause: error });
  }
}
