/**
 * Decides who is assigned a conversation, and why. A pure function: the preview, the simulation and the worker ask the
 * same one.
 */
import type { Availability } from '../entities.ts';
import { localize, type LocalizedText } from '../i18n/server-texts.ts';
import type { Routing } from './routing.ts';

/** Share of its assignee's capacity that a conversation takes. */
export const loadWeights = { waitingOnUs: 1, waitingOnCustomer: 0.25, snoozed: 0 } as const;

export interface Candidate {
  userId: string;
  name: string;
  availability: Availability;
  load: number;
  capacity: number;
  /** When routing last assigned them a conversation; null for never. Milliseconds, as `idleSince`. */
  givenAt: number | null;
  /** Since when they have been available without being assigned anything. */
  idleSince: number;
  /** Codes of ISO 639-1. */
  languages: readonly string[];
  skills: readonly string[];
  /** User for whom they cover at the moment. */
  coversFor: readonly { id: string; name: string }[];
}

/** Properties of the conversation that count. */
export interface Work {
  /** Code of ISO 639-1; null if it is unknown. */
  language: string | null;
  tags: readonly string[];
  /** Assignee of the customer's previous conversation. */
  formerOwnerId: string | null;
  /** Users who gave it up: it never goes back to them. */
  givenUpBy: readonly string[];
  /** Users it was taken back from while they were offline: it goes back only once they are online. */
  returnedFrom: readonly string[];
}

export type Choice =
  | { userId: string; because: LocalizedText }
  | { userId: null; nobody: 'manual' | 'nobody_available' | 'nobody_has_room' };

/** Returns the user who is assigned a conversation, never above their capacity. */
export function chooseAssignee(
  routing: Pick<Routing, 'mode' | 'keepsOwner' | 'matchesLanguages' | 'matchesSkills' | 'alsoOffline'>,
  work: Work,
  candidates: readonly Candidate[],
  now: number,
): Choice {
  if (routing.mode === 'manual') return { userId: null, nobody: 'manual' };
  const possible = candidates.filter(({ userId }) => !work.givenUpBy.includes(userId));
  const available = possible.filter(({ availability }) => availability === 'online');
  const online = available.filter(hasRoom);
  const isOffline = ({ userId, availability }: Candidate): boolean =>
    availability === 'offline' && !work.returnedFrom.includes(userId);
  const offline = routing.alsoOffline ? possible.filter((each) => isOffline(each) && hasRoom(each)) : [];
  const free = online.length > 0 ? online : offline;
  const [first, ...others] = free;
  if (!first) {
    const isAnybodyThere = available.length > 0 || (routing.alsoOffline && possible.length > 0);
    return { userId: null, nobody: isAnybodyThere ? 'nobody_has_room' : 'nobody_available' };
  }
  const isBefore = routing.mode === 'round_robin' ? byTurn : byRoom;
  const rank = (candidate: Candidate): number => rankOf(routing, work, candidate);
  const chosen = others.reduce(
    (best, each) => ((rank(each) - rank(best) || isBefore(best, each)) > 0 ? each : best),
    first,
  );
  return { userId: chosen.userId, because: reasonOf(routing, work, chosen, now) };
}

const hasRoom = ({ load, capacity }: Candidate): boolean => load + loadWeights.waitingOnUs <= capacity;

/** Positive if the other one comes first: it is longer ago that they were assigned a conversation. */
const byTurn = (one: Candidate, other: Candidate): number =>
  (one.givenAt ?? 0) - (other.givenAt ?? 0) || (one.userId < other.userId ? -1 : 1);

/** Positive if the other one comes first: they have more room, or are idle for longer. */
const byRoom = (one: Candidate, other: Candidate): number =>
  one.load / one.capacity - other.load / other.capacity ||
  one.idleSince - other.idleSince ||
  (one.userId < other.userId ? -1 : 1);

type Preferences = Pick<Routing, 'mode' | 'keepsOwner' | 'matchesLanguages' | 'matchesSkills'>;

const isOwner = ({ keepsOwner }: Preferences, { formerOwnerId }: Work, { userId }: Candidate): boolean =>
  keepsOwner && formerOwnerId === userId;

const coveredOwner = ({ keepsOwner }: Preferences, { formerOwnerId }: Work, { coversFor }: Candidate) =>
  keepsOwner ? coversFor.find(({ id }) => id === formerOwnerId) : undefined;

const speaks = ({ matchesLanguages }: Preferences, { language }: Work, { languages }: Candidate): boolean =>
  matchesLanguages && language !== null && languages.includes(language);

function skillFor({ matchesSkills }: Preferences, { tags }: Work, { skills }: Candidate): string | undefined {
  const wanted = new Set(matchesSkills ? tags.map((tag) => tag.toLowerCase()) : []);
  return skills.find((skill) => wanted.has(skill.toLowerCase()));
}

/** Ranks what fits: the owner first, then language and skill. */
function rankOf(preferences: Preferences, work: Work, candidate: Candidate): number {
  if (isOwner(preferences, work, candidate)) return 8;
  if (coveredOwner(preferences, work, candidate)) return 4;
  return (
    (speaks(preferences, work, candidate) ? 2 : 0) + (skillFor(preferences, work, candidate) === undefined ? 0 : 1)
  );
}

function reasonOf(preferences: Preferences, work: Work, chosen: Candidate, now: number): LocalizedText {
  const { load, capacity, idleSince } = chosen;
  const covered = coveredOwner(preferences, work, chosen);
  const skill = skillFor(preferences, work, chosen);
  const reasons = [
    isOwner(preferences, work, chosen) && localize('routed_owner'),
    covered && localize('routed_covering', { name: covered.name }),
    preferences.mode === 'round_robin' && localize('routed_turn'),
    localize('routed_load', { load, capacity }),
    chosen.availability === 'offline'
      ? localize('routed_offline')
      : localize('routed_idle', { minutes: Math.max(0, Math.floor((now - idleSince) / 60_000)) }),
    speaks(preferences, work, chosen) &&
      work.language !== null &&
      localize('routed_language', { language: work.language }),
    skill !== undefined && localize('routed_skill', { skill }),
  ].filter((reason): reason is LocalizedText => typeof reason === 'object');
  return reasons.reduce((first, second) => localize('routed_and', { first, second }));
}
