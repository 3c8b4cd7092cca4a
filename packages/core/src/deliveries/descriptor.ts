/**
 * Describes a channel in one place. Its declaration in `contracts/src/channels` decides which of these parts it needs:
 * with a section in the settings a test, with a queue a delivery, with customers a receiver.
 */
import type { ResponseDraft } from '@parley/contracts/messages/blocks';
import type { Integration } from '@parley/contracts/channels/integrations';
import type { Channel, CustomerChannel, DeliveryChannel } from '@parley/contracts/channels/list';
import type { StoredEvent } from '@parley/contracts/events';
import type { SettingsChange } from '@parley/contracts/routes/settings';
import type { MessageTemplate } from '@parley/contracts/messages/message-templates';
import type { LocalizedText, Text } from '@parley/contracts/i18n/server-texts';
import type { RatingAnswer } from '@parley/contracts/ratings/ratings';
import type { Settings } from '@parley/contracts/settings/settings';
import type { InboundEvent, NewInboundEvent } from '@parley/db/channels/inbound';
import type { ConversationState } from '@parley/db/conversations/read';
import type { ClaimedDelivery } from '@parley/db/deliveries/deliveries';
import type * as Type from 'typebox';
import { Compile } from 'typebox/compile';
import type { StaffCaller } from '../callers.ts';
import type { NoticeSubject, PlannedDelivery } from './notices.ts';
import type { ExternalContext } from '../external/services.ts';

/** Outcome of a call. */
export interface Call {
  responseStatus: number | null;
}

/** How one delivery is made, and when it is tried again. */
export interface Delivering {
  /** Deliveries at once in one process. */
  concurrency: number;
  /** Seconds to wait after the first, second, … failed attempt. After the last one the delivery is dead. */
  waits: readonly number[];
  /** Whether those of one conversation to one target go out in the order of their events. */
  inOrder: boolean;
  /** Whether it has many receivers that share the queue, so that each gets a part of it (`slots.ts`). */
  sharedByTargets: boolean;
  /** Names the receiver of a target, which has its part of a shared queue. */
  receiverOf: (target: string) => string;
  /** Whether a refusal that will not pass by itself is tried again all the same. */
  retriesRefusal: (responseStatus: number | null) => boolean;
  /** Makes the call. @throws CallFailed, OutboundError */
  make: (context: ExternalContext, delivery: ClaimedDelivery) => Promise<Call>;
}

type DeliveringOptions<Payload extends Type.TSchema> = Pick<Delivering, 'concurrency' | 'waits'> &
  Partial<Pick<Delivering, 'inOrder' | 'sharedByTargets' | 'receiverOf' | 'retriesRefusal'>> & {
    /** Payload stored with a delivery: everything that must be the same at every attempt. */
    payload: Payload;
    make: (context: ExternalContext, delivery: ClaimedDelivery, payload: Type.Static<Payload>) => Promise<Call>;
  };

/** Declares how a channel delivers; the stored payload is checked before each attempt. */
export function delivering<Payload extends Type.TSchema>(options: DeliveringOptions<Payload>): Delivering {
  const { payload, make, ...rest } = options;
  const schema = Compile(payload);
  return {
    inOrder: false,
    sharedByTargets: false,
    receiverOf: (target) => target,
    retriesRefusal: () => false,
    ...rest,
    make: (context, delivery) => make(context, delivery, schema.Parse(delivery.payload)),
  };
}

/** Request as the other side sent it. */
export interface Arrival {
  /** By lower-case name. */
  headers: Readonly<Record<string, string | undefined>>;
  /** Body as it came, for signatures. */
  raw: Uint8Array;
  /** Read as JSON; undefined for none. */
  body: unknown;
}

/** Question of the other side whether our address wants its events, before it sends any. */
export type Confirmation = Readonly<Record<'hub.mode' | 'hub.verify_token' | 'hub.challenge', string>>;

export interface Always {
  /** Plans the deliveries that notify the team about a conversation. */
  notify?: (context: ExternalContext, subject: NoticeSubject) => Promise<PlannedDelivery[]>;
  /**
   * Plans the deliveries that follow from an event: to the customer, if the conversation uses this channel, or to other
   * receivers of events. `state` is null for a deleted conversation.
   */
  follow?: (
    context: ExternalContext,
    stored: StoredEvent,
    state: ConversationState | null,
  ) => Promise<PlannedDelivery[]>;
  /** Whether it follows answers at the moment. They are looked at only while some channel does. */
  followsAnswers?: (context: ExternalContext) => Promise<boolean>;
}

/** Customer as reported by their channel. */
export interface ChannelCustomer {
  /** The channel's id of the customer, to which answers are sent. */
  address: string;
  name: string | null;
  /** Their name there, such as `@jane`. */
  handle: string | null;
  locale: string | null;
  /** Time of their message, for channels with `replyHours`. */
  writtenAt?: Date;
  /** Website that the customer is assigned to. */
  websiteId: string | null;
  /** Team that a conversation which they open is assigned to. */
  teamId?: string | null;
}

/** Files that a customer has sent, and their caption. */
export interface SentAlong {
  caption: string;
  /** Files with the channel's id of each, for `fetchFile`; `size` in bytes is 0 if unknown. */
  files: { reference: string; name: string; size: number }[];
}

/** Parsed event. */
export type Understood =
  /**
   * Message of a customer; `reference` is the channel's id of it, for later events about it. `content` names the `sent`
   * files, for websites that don't accept them; `replyTo` is the id of the message it quotes.
   */
  | {
      what: 'message';
      customer: ChannelCustomer;
      content: string;
      reference: string;
      sent?: SentAlong;
      replyTo?: string;
      /** Button that was pressed. */
      response?: ResponseDraft;
    }
  /** Emoji that a customer has put on the message with that id in the channel, and taken back. */
  | { what: 'reaction'; address: string; reference: string; added: string[]; removed: string[] }
  /** Report about the message with that id in the channel. */
  | {
      what: 'status';
      address: string;
      reference: string;
      status: 'delivered' | 'read' | 'failed';
      reason: LocalizedText | null;
    }
  /** Answer of a customer to the question how satisfied they are. */
  | ({ what: 'rating'; address: string; ratingId: string } & RatingAnswer)
  /** A customer wants nothing more, or does again. */
  | { what: 'reachable'; address: string; isReachable: boolean }
  /**
   * Nothing for the team. `says` is sent to the event's sender, with `about` in the delivery log; `reference` is
   * stored.
   */
  | {
      what: 'nothing';
      reason: string;
      address?: string;
      reference?: string | null;
      answer?: { text: string; about: LocalizedText };
    }
  | { what: 'unreadable' };

export interface Receives {
  /**
   * Reads a request as events; they are stored as they arrived, once, and parsed afterwards.
   * @throws Problem `forbidden` for a request that isn't the other side's
   */
  receive: (context: ExternalContext, arrival: Arrival) => Promise<NewInboundEvent[]>;
  /** Answers a confirmation, for channels that are asked for one. @throws Problem `forbidden` */
  confirm?: (context: ExternalContext, asked: Confirmation) => Promise<string>;
  /** Parses an event. Parsing it again gives the same result. */
  understand: (context: ExternalContext, event: InboundEvent) => Promise<Understood>;
  /**
   * The approved templates and the longest texts with their values, for channels that have them.
   * @throws Problem `not_configured`; CallFailed, OutboundError
   */
  templates?: {
    list: (context: ExternalContext, options: { fresh: boolean }) => Promise<MessageTemplate[]>;
    longest: { header: number; body: number };
  };
  /** Text for customers who write outside the working times, once a day; empty for none. */
  awayText?: (context: ExternalContext) => Promise<string>;
  /**
   * The bytes of a file that a customer has sent.
   * @throws CallFailed, final where there are none; OutboundError
   */
  fetchFile: (context: ExternalContext, reference: string) => Promise<Buffer>;
  /** Called once a fetched file is stored with its message, if the channel has stored it until then. */
  forgetFile?: (context: ExternalContext, reference: string) => Promise<void>;
  /**
   * Makes sure that events arrive: registers our address at the other side, or polls it. Called repeatedly, by one
   * worker at a time, which gives it up to a minute; returns at once if there is nothing to do.
   */
  watch: (context: ExternalContext, stopping: AbortSignal) => Promise<void>;
}

/** Parts of an integration: a test of its settings, and their rules. */
export interface Tested {
  /**
   * Makes a real delivery once, switched on or not, and returns the other side's answer.
   * @throws Problem `not_configured` naming what is missing; CallFailed, OutboundError
   */
  test: (context: ExternalContext, caller: StaffCaller) => Promise<Text>;
  /** Refuses a change of the section that breaks a rule of the channel. @throws Problem `invalid` */
  refuseChange?: (present: Settings, change: SettingsChange) => void;
}

export interface Delivers {
  delivery: Delivering;
}

/** Parts that a channel of this id must have, by its declaration. */
export type ChannelDescriptor<C extends Channel> = Always &
  (C extends Integration ? Tested : unknown) &
  (C extends DeliveryChannel ? Delivers : unknown) &
  (C extends CustomerChannel ? Receives : unknown);

/** Any channel's. */
export type AnyDescriptor = Always & Partial<Tested & Delivers & Receives>;
