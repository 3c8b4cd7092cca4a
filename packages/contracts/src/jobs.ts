/** Queue names and what each job carries. One queue per outside service, so that a slow one delays no other. */
import * as Type from 'typebox';
import { type DeliveryQueue, outsideChannels } from './channels/list.ts';
import { StoredEvent } from './events.ts';
import { Said } from './said.ts';
import { Id, Nullable, OneOf, Seq, Timestamp } from './schema.ts';

/** The next attempt at a delivery that has had so many. */
const DeliveryJob = Type.Object({ deliveryId: Id, attempts: Type.Integer({ minimum: 0 }) });

/** One for each channel that something is delivered by. */
const deliveryQueues = Object.fromEntries(outsideChannels.map(({ queue }) => [queue, DeliveryJob])) as {
  [Q in DeliveryQueue]: typeof DeliveryJob;
};

/** What the worker does by schedule. Each is described in `apps/worker/src/jobs/maintenance.ts`. */
export const maintenanceTaskNames = [
  'sweep-outbox',
  'send-scheduled',
  'wake-snoozed',
  'publish-articles',
  'chain-audit-log',
  'index-search',
  'plan-digests',
  'index-articles',
  'start-due-sources',
  'embed-passages',
  'index-vectors',
  'judge-answers',
  'resume-rehearsals',
  'remind-unanswered',
  'requeue-forgotten',
  'disable-failing-webhooks',
  'resume-batches',
  'merge-counts',
  'delete-files',
  'resume-files',
  'close-idle',
  'delete-webhook-secrets',
  'apply-retention',
  'apply-audit-retention',
  'delete-help-searches',
  'delete-images',
  'delete-stray-objects',
] as const;
export type MaintenanceTask = (typeof maintenanceTaskNames)[number];

export const queues = {
  /** What happened; the worker decides the reactions. Job id = event id. */
  events: StoredEvent,
  /** `seq` is the customer's message that the event is about. */
  'ai-replies': Type.Object({ conversationId: Id, eventId: Id, seq: Seq }),
  /** For whom, by which API key if by one: past answers come from conversations that they may see. */
  'ai-suggestions': Type.Object({ conversationId: Id, userId: Type.Optional(Id), keyId: Type.Optional(Id) }),
  /** A task of the copilot's (`CopilotTask`), which lies at its place: a conversation, or who asked. */
  copilot: Type.Object({ place: Id, askId: Id }),
  ...deliveryQueues,
  /** What came in by the channels that customers come by is understood, in its order. */
  inbound: Type.Object({}),
  /** Those channels are seen to: told where to send, or asked what there is. */
  'inbound-watch': Type.Object({}),
  /** A look into the mailbox. */
  mailbox: Type.Object({}),
  'inbound-mail': Type.Object({ inboundMailId: Id }),
  /** Whether mail can come in, for somebody who waits for the answer. */
  'mail-check': Type.Object({}),
  /** A mail to somebody of the team about their account. Who asks for a link to a new password is looked up by the worker. */
  'account-mails': Type.Union([
    Type.Object({ about: Type.Literal('password_link'), email: Type.String() }),
    Type.Object({
      about: OneOf(['password_changed', 'factor_changed', 'factor_reset', 'new_device']),
      userId: Id,
      /** When and from where. */
      at: Timestamp,
      address: Nullable(Type.String()),
      agent: Nullable(Type.String()),
    }),
    /** A notice to an administrator (`userId`) that somebody (`by`) changed where messages go. */
    Type.Object({
      about: Type.Literal('route_changed'),
      userId: Id,
      by: Type.String(),
      /** The section of the settings, and its fields. */
      section: Type.String(),
      fields: Type.Array(Type.String()),
      /** The settings of email from before, encrypted: whoever changed them doesn't decide whether this mail arrives. */
      emailBefore: Type.String(),
      at: Timestamp,
      address: Nullable(Type.String()),
    }),
    /** The link that confirms another sign-in address, to that address. */
    Type.Object({ about: Type.Literal('email_confirmation'), userId: Id, changeId: Id }),
    /** A notice to the address before, of another one that was asked for or, by an administrator (`by`), set. */
    Type.Object({
      about: OneOf(['email_change_asked', 'email_changed']),
      userId: Id,
      /** Both encrypted. */
      to: Type.String(),
      email: Type.String(),
      by: Nullable(Type.String()),
      at: Timestamp,
      address: Nullable(Type.String()),
    }),
    /** A notice to an administrator (`userId`) of what a directory or provider (`by`) did about the account `of`. */
    Type.Object({
      about: OneOf(['address_held', 'admin_ended']),
      userId: Id,
      of: Id,
      by: Type.String(),
      at: Timestamp,
    }),
  ]),
  /** A file that has come whole is checked. */
  files: Type.Object({ fileId: Id }),
  /** A source of knowledge is read. */
  knowledge: Type.Object({ sourceId: Id }),
  /** A change is answered over past conversations. */
  rehearsals: Type.Object({ rehearsalId: Id }),
  /** Conversations changed together. */
  bulk: Type.Object({ batchId: Id }),
  sync: Type.Object({ requestedBy: Nullable(Id), keyId: Type.Optional(Id) }),
  maintenance: Type.Object({ task: OneOf(maintenanceTaskNames) }),
} as const;

export type QueueName = keyof typeof queues;
export type JobPayload<Q extends QueueName> = Type.Static<(typeof queues)[Q]>;
export const queueNames = Object.keys(queues) as QueueName[];

/** What the `mail-check` job answers: what was found, or what is wrong, in words for people. */
export const MailCheck = Type.Object({
  outcome: OneOf(['works', 'not_configured', 'failed']),
  words: Type.String(),
  /** What `words` says, where they are sentences of our own. */
  said: Type.Optional(Said),
});
export type MailCheck = Type.Static<typeof MailCheck>;

/** What the `ai-suggestions` job makes. */
export const Suggestions = Type.Object({
  suggestions: Type.Array(Type.String()),
  sources: Type.Array(Nullable(Type.String())),
});
export type Suggestions = Type.Static<typeof Suggestions>;
