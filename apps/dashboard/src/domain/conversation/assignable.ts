/** Whom a conversation can be given to. */
import type { Availability, Representative } from '@parley/contracts/entities';
import { common } from '../../i18n/en/common.ts';
import { awayWords } from '../absences/away-words.ts';
import { offShiftWords, withShiftEnd } from '../absences/shift-words.ts';
import { ownership } from '../../i18n/en/ownership.ts';

/** Order of users: from those who can take a conversation now to those who can't. */
export const byAvailability: readonly Availability[] = ['online', 'busy', 'offline'];

/**
 * Returns the active accounts: online ones first, absent ones last, among equals those with the fewest active
 * conversations.
 */
export const assignable = (team: readonly Representative[] | undefined): readonly Representative[] =>
  (team ?? [])
    .filter(({ isActive = true }) => isActive)
    .toSorted(
      (one, other) =>
        Number(Boolean(one.absence)) - Number(Boolean(other.absence)) ||
        byAvailability.indexOf(one.availability) - byAvailability.indexOf(other.availability) ||
        one.activeConversationCount - other.activeConversationCount ||
        one.name.localeCompare(other.name),
    );

/** "online · 3 open · until 17:00", "Off shift until Tue, 09:00", or "Away until Mon, Ben covers". */
export const loadWords = (member: Representative): string =>
  awayWords(member) ??
  offShiftWords(member.shift) ??
  withShiftEnd(
    ownership('load', { status: common(member.availability), count: member.activeConversationCount }),
    member.shift,
  );
