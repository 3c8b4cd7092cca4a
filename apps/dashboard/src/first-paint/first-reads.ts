/** What boot.js reads for the first look; undefined where it was refused or did not come. */
import type { Conversation, User } from '@parley/contracts/entities';
import type { Settings } from '@parley/contracts/settings';
import type { View } from '@parley/contracts/views';

/** Those that the address asks for. */
export interface FirstReads {
  /** Null when nobody is signed in. */
  me?: Promise<User | null | undefined>;
  conversations?: Promise<Conversation[] | undefined>;
  views?: Promise<View[] | undefined>;
  settings?: Promise<Settings | undefined>;
}

declare global {
  interface Window {
    /** Only where the first look is painted before the program is here. */
    parleyFirstReads?: FirstReads;
  }
}
