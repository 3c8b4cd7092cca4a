/** Outgoing webhooks as administrators keep them. The worker delivers. */
import type { Webhook } from '@parley/contracts/entities';
import { Problem } from '@parley/contracts/problems';
import * as webhooks from '@parley/db/webhooks/webhooks';
import { refuseUnreadableUrl } from '../addresses.ts';
import type { StaffCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { record } from '../data/audit.ts';
import { newWebhookSecret } from '../integrations/webhook-signature.ts';

const unknownWebhook = () => new Problem('not_found', 'There is no such webhook.');
const about = (id: string) => ({ type: 'webhook', id });

export interface WebhookDraft {
  url: string;
  events: Webhook['events'];
}

export async function listWebhooks(context: Pick<Context, 'db'>): Promise<Webhook[]> {
  return webhooks.listWebhooks(context.db);
}

/** Adds a webhook. Its signing secret is answered this once and stored encrypted. @throws Problem `invalid` */
export async function addWebhook(
  context: Context,
  caller: StaffCaller,
  draft: WebhookDraft,
): Promise<Webhook & { secret: string }> {
  refuseUnreadableUrl('url', draft.url);
  const secret = newWebhookSecret();
  const webhook = await webhooks.insertWebhook(context.db, {
    ...draft,
    secret: context.secrets.encrypt(secret),
    createdBy: caller.user.id,
  });
  const details = { host: new URL(draft.url).host, events: draft.events };
  await record(context, caller, { action: 'webhook.added', subject: about(webhook.id), details });
  return { ...webhook, secret };
}

/** @throws Problem `not_found`, `invalid` */
export async function updateWebhook(
  context: Context,
  caller: StaffCaller,
  id: string,
  change: Partial<WebhookDraft> & { isActive?: boolean },
): Promise<Webhook> {
  refuseUnreadableUrl('url', change.url);
  const webhook = await webhooks.updateWebhook(context.db, id, change);
  if (!webhook) throw unknownWebhook();
  await record(context, caller, {
    action: 'webhook.updated',
    subject: about(id),
    details: { fields: Object.keys(change) },
  });
  return webhook;
}

/** Removes a webhook and its delivery log. @throws Problem `not_found` */
export async function deleteWebhook(context: Context, caller: StaffCaller, id: string): Promise<void> {
  if (!(await webhooks.deleteWebhook(context.db, id))) throw unknownWebhook();
  await record(context, caller, { action: 'webhook.deleted', subject: about(id) });
}
