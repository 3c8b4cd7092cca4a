/** Maps domain events to webhook events and their payloads. */
import type { WebhookData } from '@parley/contracts/channels/webhook-payloads';
import type { ChangeKind } from '@parley/contracts/conversations/activities';
import type { Conversation } from '@parley/contracts/entities';
import type { DomainEvent, StoredEvent } from '@parley/contracts/events';
import { englishOf, localize, type LocalizedText } from '@parley/contracts/i18n/server-texts';
import { findConversation } from '@parley/db/conversations/read';
import { findMessage } from '@parley/db/messages/read';
import { contactOf } from '@parley/db/visitors/contacts';
import type { WebhookEvent } from '@parley/db/webhooks/webhooks';
import { contactNow } from '../../contacts/contacts.ts';
import type { Context } from '../../context.ts';
import { type PlannedDelivery, summaryOf } from '../../deliveries/notices.ts';
import { siblingId } from '../../deliveries/sibling-id.ts';
import { activeWebhooks } from './active.ts';

/** Webhook events about conversations; the audit log sends its own (`integrations/webhook/audit-entries.ts`). */
type ConversationEvent = Exclude<WebhookEvent, 'audit.entry'>;

/** Events of changes that receivers can subscribe to alone. */
const furtherTypes: Partial<Record<ChangeKind, ConversationEvent[]>> = {
  closed: ['conversation.closed'],
  sla_warned: ['sla.warned'],
  sla_breached: ['sla.breached'],
  rated: ['rating.given'],
};

/** In the order in which a receiver gets them. */
export function webhookTypes(event: DomainEvent): ConversationEvent[] {
  switch (event.type) {
    case 'message.posted':
      return [
        ...(event.opened ? (['conversation.created'] as const) : []),
        'message.posted',
        ...(event.formId === undefined ? [] : (['form.completed'] as const)),
      ];
    case 'message.updated':
      return ['message.updated'];
    case 'message.reacted':
    case 'review.low':
      return [];
    case 'conversation.changed':
      return ['conversation.updated', ...(furtherTypes[event.change] ?? [])];
    case 'conversation.deleted':
      return ['conversation.deleted'];
  }
}

const titles: Record<ConversationEvent, LocalizedText> = {
  'conversation.created': localize('new_conversation'),
  'conversation.updated': localize('conversation_changed'),
  'conversation.closed': localize('conversation_closed'),
  'conversation.deleted': localize('conversation_deleted'),
  'message.posted': localize('new_message'),
  'message.updated': localize('message_changed'),
  'sla.warned': localize('sla_due_soon'),
  'sla.breached': localize('sla_overdue'),
  'rating.given': localize('rating_given'),
  'form.completed': localize('form_completed'),
};

/** The deliveries of an event to every active webhook that wants it. */
export async function webhookDeliveries(context: Context, { id, event }: StoredEvent): Promise<PlannedDelivery[]> {
  const active = await activeWebhooks(context);
  const planned: PlannedDelivery[] = [];
  let conversation: Conversation | undefined;
  for (const [index, type] of webhookTypes(event).entries()) {
    const webhooks = active.filter((webhook) => webhook.events.includes(type));
    if (webhooks.length === 0) continue;
    if (event.type !== 'conversation.deleted')
      conversation ??= await findConversation(context.db, event.conversationId);
    const body = { type, timestamp: new Date().toISOString(), data: await dataOf(context, event, type, conversation) };
    for (const webhook of webhooks) {
      planned.push({
        channel: 'webhook',
        eventId: siblingId(id, index),
        target: webhook.id,
        ...summaryOf(titles[type]),
        conversationId: event.conversationId,
        payload: { kind: 'webhook', body, conversationId: event.conversationId },
      });
    }
  }
  return planned;
}

async function dataOf(
  context: Context,
  event: DomainEvent,
  type: ConversationEvent,
  conversation: Conversation | undefined,
): Promise<WebhookData[ConversationEvent]> {
  const { conversationId } = event;
  if ((type === 'message.posted' && event.type === 'message.posted') || event.type === 'message.updated') {
    return { conversationId, message: (await findMessage(context.db, conversationId, event.seq)) ?? null };
  }
  if (type === 'form.completed' && event.type === 'message.posted') {
    const message = (await findMessage(context.db, conversationId, event.seq)) ?? null;
    const contactId = conversation?.visitorId ? await contactOf(context.db, conversation.visitorId) : undefined;
    const contact = contactId === undefined ? null : await contactNow(context, contactId);
    const form = message?.response?.form ?? null;
    return { conversationId, conversation: conversation ?? null, contact, form, message };
  }
  if (event.type === 'conversation.changed') {
    const { change, actorId } = event;
    const reason =
      change === 'handed_off' ? (conversation?.handOffReason ?? null) : event.reason && englishOf(event.reason);
    return { conversationId, change, actorId, reason, conversation: conversation ?? null };
  }
  return conversation ? { conversationId, conversation } : { conversationId };
}
