/** Runs the test buttons: makes a real call once, and returns the other side's answer. */
import type { Integration } from '@parley/contracts/channels/integrations';
import { Problem } from '@parley/contracts/problems';
import { type Text } from '@parley/contracts/i18n/server-texts';
import { ModelFailed } from '../ai/model.ts';
import type { StaffCaller } from '../callers.ts';
import { integrationOf } from './channels.ts';
import { recordAudit } from '../audit/record.ts';
import { asCallFailed } from '../external/answer.ts';
import type { ExternalContext } from '../external/services.ts';
import { refuseWithout } from '../permissions/permissions.ts';

/**
 * Tests an integration with the stored settings, switched on or not, and returns the other side's answer.
 *
 * @throws Problem `not_configured` naming what is missing, `other_side_failed` with the other side's text
 */
export async function testIntegration(
  context: ExternalContext,
  caller: StaffCaller,
  integration: Integration,
): Promise<Text> {
  await refuseWithout(context, caller, 'integrations.test');
  await recordAudit(context, caller, {
    action: 'integration.tested',
    subject: { type: 'integration', id: integration },
  });
  try {
    return await integrationOf(integration).test(context, caller);
  } catch (error) {
    if (error instanceof Problem) throw error;
    const { message, localized } = error instanceof ModelFailed ? error : asCallFailed(error);
    throw new Problem('other_side_failed', localized ?? message, { cause: error });
  }
}
