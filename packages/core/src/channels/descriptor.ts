/**
 * What a channel does, in one place. Which of these it must have follows from its declaration in
 * `contracts/src/channels`: one with a section of the settings has a test, one with a queue delivers, one that customers
 * come by receives.
 */
import type { Channel, CustomerChannel, Integration, OutsideChannel } from '@parley/contracts/channels/list';
import type { StoredEvent } from '@parley/contracts/events';
import type { SettingsChange } from '@parley/contracts/routes/settings';
import type { Saying, Words } from '@parley/contracts/sayings';
import type { Settings } from '@parley/contracts/settings';
import type { InboundEvent, NewInboundEvent } from '@parley/db/channels/inbound';
import type { ConversationState } from '@parley/db/conversations/read';
import type { ClaimedDelivery } from '@parley/db/deliveries/deliveries';
import type * as Type from 'typebox';
import { Compile } from 'typebox/compile';
import type { StaffCaller } from '../callers.ts';
import type { NoticeSubject, PlannedDelivery } from '../deliveries/notices.ts';
import type { ExternalContext } from '../integrations/external-services.ts';

/** What came of a call. */
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
  /** Whether its receivers are many and share the queue, so that each gets a part of it (`turns.ts`). */
  sharedByTargets: boolean;
  /** Whether a refusal that will not pass by itself is tried again all the same. */
  retriesRefusal: (responseStatus: number | null) => boolean;
  /** Makes the call. @throws CallFailed, OutboundError */
  make: (context: ExternalContext, delivery: ClaimedDelivery) => Promise<Call>;
}

type DeliveringOptions<Payload extends Type.TSchema> = Pick<Delivering, 'concurrency' | 'waits'> &
  Partial<Pick<Delivering, 'inOrder' | 'sharedByTargets' | 'retriesRefusal'>> & {
    /** What a delivery carries until it is made: everything that must be the same at every attempt. */
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
    retriesRefusal: () => false,
    ...rest,
    make: (context, delivery) => make(context, delivery, schema.Parse(delivery.payload)),
  };
}

/** What came in, as the other side sent it. */
export interface Arrival {
  /** By lower-case name. */
  headers: Readonly<Record<string, string | undefined>>;
  /** Read as JSON; undefined for none. */
  body: unknown;
}

export interface Always {
  /** The deliveries by which the team is told of a conversation. */
  notify?: (context: ExternalContext, subject: NoticeSubject) => Promise<PlannedDelivery[]>;
  /**
   * The deliveries that follow from an event: to the customer, where the conversation came in by this channel, or to
   * whoever else goes by what happens. `state` is null for a conversation that is gone.
   */
  follow?: (
    context: ExternalContext,
    stored: StoredEvent,
    state: ConversationState | null,
  ) => Promise<PlannedDelivery[]>;
  /** Whether it follows answers at the moment. They are looked at only while some channel does. */
  followsAnswers?: (context: ExternalContext) => Promise<boolean>;
}

/** A customer as their channel tells of them. */
export interface ChannelCustomer {
  /** What the channel calls them, and where they are answered. */
  address: string;
  name: string | null;
  /** Their name there, such as `@jane`. */
  handle: string | null;
  locale: string | null;
  /** The website whose customer they become. */
  websiteId: string | null;
}

/** Files that a customer has sent, and what was written with them. */
export interface SentAlong {
  caption: string;
  /** What the channel calls each, for `fetchFile`; `size` in bytes is 0 where it does not say. */
  files: { reference: string; name: string; size: number }[];
}

/** What an event means. */
export type Understood =
  /**
   * A customer has written; `reference` is what the channel calls the message, for what it tells of it later. What was
   * `sent` along is named in `content`, for where it is not kept.
   */
  | { what: 'message'; customer: ChannelCustomer; content: string; reference: string; sent?: SentAlong }
  /** A customer wants nothing more, or does again. */
  | { what: 'reachable'; address: string; isReachable: boolean }
  /**
   * Nothing for the team. `says` is told to whoever it came from, as `about` in the delivery log; `reference` is stored.
   */
  | {
      what: 'nothing';
      reason: string;
      address?: string;
      reference?: string | null;
      says?: { text: string; about: Saying };
    }
  | { what: 'unreadable' };

export interface Receives {
  /**
   * Reads what the other side sent as the events it tells of; those are stored as they came, once, and understood
   * afterwards.
   * @throws Problem `forbidden` for what is not the other side's
   */
  receive: (context: ExternalContext, arrival: Arrival) => Promise<NewInboundEvent[]>;
  /** What an event means. Understanding it again gives the same. */
  understand: (context: ExternalContext, event: InboundEvent) => Promise<Understood>;
  /**
   * The bytes of a file that a customer has sent.
   * @throws CallFailed, final where there are none; OutboundError
   */
  fetchFile: (context: ExternalContext, reference: string) => Promise<Buffer>;
  /**
   * Sees to it that events come: tells the other side where to, or asks it for them. Called again and again, by one
   * worker at a time, which gives it up to a minute; done at once where there is nothing to see to.
   */
  watch: (context: ExternalContext, stopping: AbortSignal) => Promise<void>;
}

interface Tested {
  /**
   * Really does the thing once, switched on or not, and answers what the other side said.
   * @throws Problem `not_configured` with what is missing; CallFailed, OutboundError
   */
  test: (context: ExternalContext, caller: StaffCaller) => Promise<Words>;
  /** What has to change with a change of its section, or why that is refused. @throws Problem `invalid` */
  change?: (present: Settings, change: SettingsChange) => SettingsChange[keyof SettingsChange];
}

export interface Delivers {
  delivery: Delivering;
}

/** What a channel of this id has to have, by its declaration. */
export type ChannelDescriptor<C extends Channel> = Always &
  (C extends Integration ? Tested : unknown) &
  (C extends OutsideChannel ? Delivers : unknown) &
  (C extends CustomerChannel ? Receives : unknown);

/** Any channel's. */
export type AnyDescriptor = Always & Partial<Tested & Delivers & Receives>;
