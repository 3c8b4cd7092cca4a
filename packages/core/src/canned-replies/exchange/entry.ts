import type { CannedReply } from '@parley/contracts/messages/canned-replies';
import type { LocalizedText } from '@parley/contracts/i18n/server-texts';

/** Reply as read from a file, before it is validated. */
export interface Entry {
  /** The line it begins on, or its number in a list, from 1. */
  line: number;
  /** Undefined if the file doesn't contain it. */
  isShared?: boolean | undefined;
  fields: Pick<CannedReply, 'name' | 'shortcut' | 'text' | 'variants' | 'actions' | 'websiteIds'>;
  /** Files go with it, which the file does not hold. */
  bringsFiles?: boolean;
  /** Parts that were left out or replaced by a blank. */
  changes: LocalizedText[];
}

/** Entry that can't be parsed. */
export interface Unreadable {
  line: number;
  shortcut: string | null;
  reason: LocalizedText;
}

/** A shortcut made of a name: `Order status?` → `order-status`. */
export const shortcutOf = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 40) || 'reply';
