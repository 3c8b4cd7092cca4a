/** Data that boot.js reads for the first screen; undefined if it was refused or did not arrive. */
import type { Conversation, User } from '@parley/contracts/entities';
import type { Settings } from '@parley/contracts/settings/settings';
import type { View } from '@parley/contracts/conversations/views';

/** Reads that the address needs. */
export interface FirstReads {
  /** Null if no user is signed in. */
  me?: Promise<User | null | undefined>;
  conversations?: Promise<Conversation[] | undefined>;
  views?: Promise<View[] | undefined>;
  settings?: Promise<Settings | undefined>;
}

declare global {
  interface Window {
    /** Only if the first look is painted before the program has loaded. */
    parleyFirstReads?: FirstReads;
  }
}
