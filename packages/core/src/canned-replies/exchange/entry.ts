import type { CannedReply } from '@parley/contracts/canned-replies';
import type { Saying } from '@parley/contracts/sayings';

/** What a file says of one reply, before anybody has looked whether it can be taken. */
export interface Entry {
  /** The line it begins on, or its number in a list, from 1. */
  line: number;
  /** Undefined where the file does not say it. */
  isShared?: boolean | undefined;
  fields: Pick<CannedReply, 'name' | 'shortcut' | 'text' | 'variants' | 'actions' | 'websiteIds'>;
  /** Files go with it, which the file does not hold. */
  bringsFiles?: boolean;
  /** What was left out or made a blank. */
  changes: Saying[];
}

/** One that cannot be understood. */
export interface Unreadable {
  line: number;
  shortcut: string | null;
  reason: Saying;
}

/** A shortcut made of a name: `Order status?` → `order-status`. */
export const shortcutOf = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 40) || 'reply';
