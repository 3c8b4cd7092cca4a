/** Outgoing webhooks as administrators keep them. The worker delivers. */
import type { Webhook } from '@parley/contracts/entities';
import { previousSecretHours } from '@parley/contracts/channels/limits';
import { Problem } from '@parley/contracts/problems';
import { localize } from '@parley/contracts/i18n/server-texts';
import { secretMask } from '@parley/contracts/settings/settings';
import * as webhooks from '@parley/db/webhooks/webhooks';
import { validateUrl } from '../../validate-url.ts';
import { type AsSeen, goneOr, holdAsSeen } from '../../as-seen.ts';
import type { StaffCaller } from '../../callers.ts';
import type { Context } from '../../context.ts';
import { recordAudit } from '../../audit/record.ts';
import { publishChange } from '../../live/publish-change.ts';
import { forgetWebhooks } from './active.ts';
import { newWebhookSecret } from '../../external/webhook-signature.ts';
import { hostOf, openAddress, encryptAddress } from '../../encrypted-address.ts';
import { refuseWithout } from '../../permissions/permissions.ts';

const unknownWebhook = () => new Problem('not_found', localize('no_such_webhook'));
const about = (id: string) => ({ type: 'webhook', id });

export interface WebhookDraft {
  url: string;
  events: Webhook['events'];
}

/** Returns the webhook with its address masked, except the host. */
const asWebhook = ({ secrets }: Pick<Context, 'secrets'>, webhook: webhooks.StoredWebhook): Webhook => ({
  ...webhook,
  url: secretMask,
  host: hostOf(openAddress(secrets, webhook.url)),
});

/** Lists the webhooks, addresses masked. @throws Problem `forbidden` without the permission `webhooks.manage` */
export async function listWebhooks(
  context: Pick<Context, 'db' | 'secrets' | 'settings'>,
  caller: StaffCaller,
): Promise<Webhook[]> {
  await refuseWithout(context, caller, 'webhooks.manage');
  return (await webhooks.listWebhooks(context.db)).map((webhook) => asWebhook(context, webhook));
}

/** Adds a webhook. Its signing secret is returned only this once and stored encrypted. @throws Problem `invalid` */
export async function addWebhook(
  context: Context,
  caller: StaffCaller,
  { url, events }: WebhookDraft,
): Promise<Webhook & { secret: string }> {
  await refuseWithout(context, caller, 'webhooks.manage');
  validateUrl('url', url);
  const secret = newWebhookSecret();
  const stored = await webhooks.insertWebhook(context.db, {
    url: encryptAddress(context.secrets, url),
    events,
    secret: context.secrets.encrypt(secret),
    createdBy: caller.user.id,
  });
  const webhook = asWebhook(context, stored);
  const details = { host: webhook.host, events };
  await recordAudit(context, caller, { action: 'webhook.added', subject: about(webhook.id), details });
  await announceChange(context);
  return { ...webhook, secret };
}

/**
 * Changes a webhook. The mask keeps its address. A new address keeps the signing secret, which is never sent there:
 * only signatures are.
 *
 * @throws Problem `invalid`, and as `holdAsSeen`
 */
export async function updateWebhook(
  context: Context,
  caller: StaffCaller,
  id: string,
  { url, expected, ...change }: AsSeen<Partial<WebhookDraft> & { isActive?: boolean }, Webhook>,
): Promise<Webhook> {
  await refuseWithout(context, caller, 'webhooks.manage');
  validateUrl('url', url);
  const isMoved = url !== undefined && url !== secretMask;
  const encrypted = { ...change, ...(isMoved && { url: encryptAddress(context.secrets, url) }) };
  const webhook = await context.db.transaction().execute(async (db) => {
    const read = async () => {
      const present = (await webhooks.listWebhooks(db)).find((each) => each.id === id);
      return present && asWebhook(context, present);
    };
    const wanted = { url, ...change };
    await holdAsSeen(db, { table: 'webhooks', id, read, change: wanted, expected, unknown: unknownWebhook });
    return webhooks.updateWebhook(db, id, encrypted);
  });
  if (!webhook) throw unknownWebhook();
  const answered = asWebhook(context, webhook);
  await recordAudit(context, caller, {
    action: 'webhook.updated',
    subject: about(id),
    details: { fields: [...(isMoved ? ['url'] : []), ...Object.keys(change)], ...(isMoved && { host: answered.host }) },
  });
  await announceChange(context);
  return answered;
}

/**
 * Replaces the signing secret. The new one is returned only this once; the previous one also signs for a day, so that
 * receivers can switch without losing anything. Older secrets no longer sign.
 *
 * @throws Problem `not_found`
 */
export async function rotateWebhookSecret(
  context: Context,
  caller: StaffCaller,
  id: string,
): Promise<Webhook & { secret: string }> {
  await refuseWithout(context, caller, 'webhooks.manage');
  const secret = newWebhookSecret();
  const webhook = await webhooks.replaceWebhookSecret(context.db, id, {
    secret: context.secrets.encrypt(secret),
    hours: previousSecretHours,
  });
  if (!webhook) throw unknownWebhook();
  await recordAudit(context, caller, { action: 'webhook.secret_rotated', subject: about(id) });
  return { ...asWebhook(context, webhook), secret };
}

/** The secret before signs no more from now on. @throws Problem `not_found` */
export async function endPreviousSecret(context: Context, caller: StaffCaller, id: string): Promise<Webhook> {
  await refuseWithout(context, caller, 'webhooks.manage');
  const webhook = await webhooks.forgetPreviousSecret(context.db, id);
  if (!webhook) throw unknownWebhook();
  await recordAudit(context, caller, { action: 'webhook.previous_secret_ended', subject: about(id) });
  return asWebhook(context, webhook);
}

/** Removes a webhook and its delivery log. @throws Problem `not_found` */
export async function deleteWebhook(context: Context, caller: StaffCaller, id: string): Promise<void> {
  await refuseWithout(context, caller, 'webhooks.manage');
  if (!(await webhooks.deleteWebhook(context.db, id))) throw await goneOr(context.db, id, unknownWebhook);
  await recordAudit(context, caller, { action: 'webhook.deleted', subject: about(id) });
  await announceChange(context);
}

/** Makes every process use the changed list. */
async function announceChange(context: Context): Promise<void> {
  // This process need not wait for its own announcement.
  forgetWebhooks(context);
  await publishChange(context, { control: { type: 'settings_changed' } });
}
