/** Bodies of outgoing webhooks, as receivers get them: docs/integrations.md#outgoing-webhooks. */
import type { ChangeKind } from '../conversations/activities.ts';
import type { AuditEntry, Conversation, Message, webhookEvents } from '../entities.ts';
import type { Attachment } from '../messages/attachments.ts';
import type { Contact } from '../conversations/contacts.ts';
import type { FormAnswer } from '../forms/forms.ts';
import type { RuleTrigger } from '../rules/triggers.ts';

/** A file with an address that needs no key. */
export type LinkedAttachment = Attachment & { url?: string; urlExpiresAt?: string };

interface ConversationData {
  conversationId: string;
  conversation?: Conversation | null;
}
interface ChangedData extends ConversationData {
  change: ChangeKind;
  /** Representative who made the change; null for the assistant and the system. */
  actorId: string | null;
  reason: string | null;
}
interface MessageData {
  conversationId: string;
  message: (Omit<Message, 'attachments'> & { attachments?: LinkedAttachment[] }) | null;
}

interface CompletedFormData extends MessageData, ConversationData {
  /** Null for a contact that was deleted since. */
  contact: Contact | null;
  /** Questions with their answers. */
  form: FormAnswer | null;
}

/** `data` of each event. */
export interface WebhookData extends Record<(typeof webhookEvents)[number], object> {
  'conversation.created': ConversationData;
  'conversation.updated': ChangedData;
  'conversation.closed': ChangedData;
  'conversation.deleted': { conversationId: string };
  'message.posted': MessageData;
  'message.updated': MessageData;
  'sla.warned': ChangedData;
  'sla.breached': ChangedData;
  'rating.given': ChangedData;
  'form.completed': CompletedFormData;
  'audit.entry': { entry: AuditEntry };
  /** Sent by a rule that names the webhook, whatever that is subscribed to. */
  'rule.matched': ConversationData & { rule: { id: string; name: string }; runId: string; trigger: RuleTrigger };
  'webhook.test': { webhookId: string };
}

export type WebhookPayloadOf<T extends keyof WebhookData> = { type: T; timestamp: string; data: WebhookData[T] };
export type WebhookPayload = { [T in keyof WebhookData]: WebhookPayloadOf<T> }[keyof WebhookData];
