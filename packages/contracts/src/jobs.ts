/** Queue names and what each job carries. One queue per outside service, so that a slow one delays no other. */
import * as Type from 'typebox';
import { type DeliveryQueue, deliveryChannels } from './channels/list.ts';
import { NotedEvent, StoredEvent } from './events.ts';
import { LocalizedText } from './i18n/localized-text.ts';
import { notificationWays } from './notifications/kinds.ts';
import { unsentReasons } from './reports/saved.ts';
import { ruleTriggers } from './rules/triggers.ts';
import { Id, Nullable, OneOf, Seq, Timestamp } from './schema.ts';

/** The next attempt at a delivery that has had so many. */
const DeliveryJob = Type.Object({ deliveryId: Id, attempts: Type.Integer({ minimum: 0 }) });

/** Queues of the channels with deliveries, one for each. */
const deliveryQueues = Object.fromEntries(deliveryChannels.map(({ queue }) => [queue, DeliveryJob])) as {
  [Q in DeliveryQueue]: typeof DeliveryJob;
};

/** Scheduled tasks of the worker; `apps/worker/src/jobs/maintenance.ts` describes each of them. */
export const maintenanceTaskNames = [
  'sweep-outbox',
  'requeue-deliveries',
  'requeue-mails',
  'requeue-inbound',
  'requeue-batches',
  'requeue-bulk-messages',
  'requeue-report-mails',
  'plan-report-mails',
  'requeue-files',
  'requeue-sources',
  'requeue-rehearsals',
  'requeue-routing',
  'requeue-imports',
  'send-scheduled',
  'wake-snoozed',
  'send-notifications',
  'publish-availability',
  'run-sla-clocks',
  'ask-ratings',
  'sample-reviews',
  'estimate-reviews',
  'find-topics',
  'find-contradictions',
  'run-timed-rules',
  'measure-service',
  'update-facts',
  'publish-articles',
  'chain-audit-log',
  'index-search',
  'plan-digests',
  'push-to-visitors',
  'index-articles',
  'embed-passages',
  'index-vectors',
  'judge-answers',
  'remind-unanswered',
  'return-unanswered',
  'disable-failing-webhooks',
  'merge-counts',
  'delete-files',
  'refuse-stale-files',
  'close-idle',
  'delete-webhook-secrets',
  'apply-retention',
  'apply-audit-retention',
  'delete-help-searches',
  'refresh-holidays',
  'extend-shifts',
  'delete-notifications',
  'delete-images',
  'delete-stray-objects',
] as const;
export type MaintenanceTask = (typeof maintenanceTaskNames)[number];

/** Something happened that rules may follow. The worker reads the message or activity itself. */
export const RuleOccurrence = Type.Object({
  /** Id of the event, which makes each rule run once. */
  eventId: Id,
  conversationId: Id,
  triggers: Type.Array(OneOf(ruleTriggers)),
  /** The message that was posted. */
  seq: Type.Optional(Seq),
  /** The activity that recorded it. */
  activityNo: Type.Optional(Seq),
  /** The one rule that was called, with the text of the call. */
  ruleId: Type.Optional(Id),
  text: Type.Optional(Type.String()),
});
export type RuleOccurrence = Type.Static<typeof RuleOccurrence>;

export const queues = {
  /** Domain event; the worker decides the reactions. Job id = event id. */
  events: StoredEvent,
  rules: RuleOccurrence,
  /** Event that users may be notified of. */
  notifications: Type.Union([StoredEvent, NotedEvent]),
  /** Sends the due notifications of a user by one way. */
  'notification-ways': Type.Object({ userId: Id, way: OneOf(notificationWays) }),
  /** Sends a notification to one device again, or closes on a user's devices what they have read elsewhere. */
  push: Type.Union([Type.Object({ userId: Id, deviceId: Id, notificationId: Id }), Type.Object({ userId: Id })]),
  /** `seq` is the customer's message that the event is about. */
  'ai-replies': Type.Object({ conversationId: Id, eventId: Id, seq: Seq }),
  /** For whom, by which API key if by one: past answers come from conversations that they may see. */
  'ai-suggestions': Type.Object({ conversationId: Id, userId: Type.Optional(Id), keyId: Type.Optional(Id) }),
  /** Copilot task (`CopilotTask`); `place` is the conversation or the requester that it is stored under. */
  copilot: Type.Object({ place: Id, askId: Id }),
  ...deliveryQueues,
  /** Processes incoming data of customer channels in order. */
  inbound: Type.Object({}),
  /** Maintains those channels: registers the address to send to, or asks for what has arrived. */
  'inbound-watch': Type.Object({}),
  /** Tries a mailbox for a caller that waits for the result. */
  'mailbox-check': Type.Object({ mailboxId: Id }),
  'inbound-mail': Type.Object({ inboundMailId: Id }),
  /** Tests incoming mail for a caller that waits for the result. */
  'mail-check': Type.Object({}),
  /** Mail to a user about their account. For a password link, the worker looks the user up. */
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
    /** Notice to an administrator (`userId`) that a user (`by`) changed where messages go. */
    Type.Object({
      about: Type.Literal('route_changed'),
      userId: Id,
      by: Type.String(),
      /** The section of the settings, and its fields. */
      section: Type.String(),
      fields: Type.Array(Type.String()),
      /** Previous email settings, encrypted, so that a malicious change of them can't suppress this mail. */
      emailBefore: Type.String(),
      at: Timestamp,
      address: Nullable(Type.String()),
    }),
    /** The link that confirms another sign-in address, to that address. */
    Type.Object({ about: Type.Literal('email_confirmation'), userId: Id, changeId: Id }),
    /** An invitation to an address, by the user who made it (`userId`). */
    Type.Object({
      about: Type.Literal('invitation'),
      userId: Id,
      invitationId: Id,
      /** Token of its link, encrypted. */
      token: Type.String(),
    }),
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
    /** A notice to the owner of a saved report that a recipient isn't mailed it, and why. */
    Type.Object({
      about: Type.Literal('report_not_sent'),
      userId: Id,
      report: Type.String(),
      recipient: Type.String(),
      problem: OneOf(unsentReasons),
      at: Timestamp,
    }),
  ]),
  /** Mail of a report to one recipient. */
  'report-mails': Type.Object({ reportMailId: Id }),
  /** A file that has come whole is checked. */
  files: Type.Object({ fileId: Id }),
  /** Writes down what is said in a file that was sent. */
  'voice-notes': Type.Object({ fileId: Id }),
  /** A source of knowledge is read. */
  knowledge: Type.Object({ sourceId: Id }),
  /** A change is answered over past conversations. */
  rehearsals: Type.Object({ rehearsalId: Id }),
  /** Conversations changed together. */
  bulk: Type.Object({ batchId: Id }),
  /** Sends one text to many contacts. */
  'bulk-messages': Type.Object({ bulkMessageId: Id }),
  sync: Type.Object({ requestedBy: Nullable(Id), keyId: Type.Optional(Id) }),
  /** Records of another product are read, written or undone. */
  imports: Type.Object({ importId: Id }),
  /** Past days are replayed with a change. */
  simulations: Type.Object({ simulationId: Id }),
  /** Assigns the waiting conversations of a team. */
  routing: Type.Object({ teamId: Id }),
  maintenance: Type.Object({ task: OneOf(maintenanceTaskNames) }),
} as const;

export type QueueName = keyof typeof queues;
export type JobPayload<Q extends QueueName> = Type.Static<(typeof queues)[Q]>;
export const queueNames = Object.keys(queues) as QueueName[];

/** Result of the `mail-check` job. */
export const MailCheck = Type.Object({
  outcome: OneOf(['works', 'not_configured', 'failed']),
  words: Type.String(),
  /** Message key for `words`; absent for texts of the mail server. */
  localized: Type.Optional(LocalizedText),
});
export type MailCheck = Type.Static<typeof MailCheck>;

/** Result of the `ai-suggestions` job. */
export const Suggestions = Type.Object({
  suggestions: Type.Array(Type.String()),
  sources: Type.Array(Nullable(Type.String())),
});
export type Suggestions = Type.Static<typeof Suggestions>;
