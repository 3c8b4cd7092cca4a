import type { ProactiveConditions, ProactiveContent } from '@parley/contracts/proactive/proactive';
import type { Defaulted, DefaultedInstant, Instant, Json, NullableInstant } from './columns.ts';

export interface ProactiveMessagesTable {
  id: Defaulted<string>;
  name: string;
  isOn: boolean;
  /** Empty for all websites. */
  websiteIds: string[];
  /** Null for the assistant, and for a user who was deleted since. */
  userId: string | null;
  isByAssistant: boolean;
  conditions: Json<ProactiveConditions>;
  text: string;
  variants: Json<ProactiveContent['variants']>;
  /** Place in the order of importance. */
  place: number;
  createdAt: DefaultedInstant;
  updatedAt: DefaultedInstant;
}

/** Counts of a day, without anything about visitors. */
export interface ProactiveCountsTable {
  proactiveId: string;
  websiteId: string;
  day: string;
  shown: Defaulted<number>;
  heldOut: Defaulted<number>;
  dismissed: Defaulted<number>;
  answered: Defaulted<number>;
  /** Conversations begun after it was shown, answers included. */
  startedAfterShown: Defaulted<number>;
  startedHeldOut: Defaulted<number>;
}

export interface BannersTable {
  id: Defaulted<string>;
  name: string;
  /** Empty for all websites. */
  websiteIds: string[];
  text: string;
  variants: Json<ProactiveContent['variants']>;
  link: string | null;
  isDismissible: boolean;
  isAtLauncher: boolean;
  from: Instant;
  until: NullableInstant;
  tagId: string | null;
  createdAt: DefaultedInstant;
  updatedAt: DefaultedInstant;
}

export interface ProactiveTables {
  proactiveMessages: ProactiveMessagesTable;
  proactiveCounts: ProactiveCountsTable;
  banners: BannersTable;
}
