/** Scope of a user's rights, as a filter and as a check for sockets. */
import type { Filter } from '../filter/filter.ts';
import { type Rights, seesEverything } from './rights.ts';

/** Fields of a conversation that decide which scopes include it. */
export interface ConversationScope {
  websiteId: string | null;
  assignedRepresentativeId: string | null;
  /** The team that has it. */
  teamId?: string | null;
}

type Scoped = Pick<Rights, 'scope' | 'teamIds' | 'websiteIds' | 'teammateIds' | 'withinWebsiteIds'>;

/** Returns the filter for conversations in the user's scope; undefined means all of them. `me` stands for the user. */
export function scopeFilter(rights: Scoped): Filter | undefined {
  const { withinWebsiteIds } = rights;
  const ofScope = ofThoseInScope(rights);
  if (!withinWebsiteIds) return ofScope;
  const within: Filter = { field: 'website', op: 'in', value: withinWebsiteIds };
  return ofScope ? { all: [within, ofScope] } : within;
}

function ofThoseInScope({ scope, teamIds, websiteIds, teammateIds }: Scoped): Filter | undefined {
  switch (scope) {
    case 'everything':
      return undefined;
    case 'mine':
      return { field: 'assignee', op: 'in', value: ['me', 'nobody'] };
    case 'teams': {
      const theirs: Filter = { field: 'assignee', op: 'in', value: ['me', ...teammateIds] };
      // A condition with no value at all would take in those without a website, or without a team.
      const byScope: Filter =
        websiteIds.length === 0 ? theirs : { any: [theirs, { field: 'website', op: 'in', value: websiteIds }] };
      // Apart: what is before it is added up, and this is found by an index.
      return teamIds.length === 0 ? byScope : { any: [byScope, { field: 'team', op: 'in', value: teamIds }] };
    }
  }
}

/** Scope fields of a conversation, with the previous assignee and team if they changed. */
export interface Moved extends ConversationScope {
  /** Undefined if the assignee has not changed. */
  formerRepresentativeId?: string | null | undefined;
  /** Undefined if the team has not changed. */
  formerTeamId?: string | null | undefined;
}

/** Whether the scope of a person takes a conversation in: the same answer as the filter. */
export function sees(
  rights: Scoped,
  personId: string,
  { websiteId, assignedRepresentativeId, teamId = null }: ConversationScope,
): boolean {
  if (seesEverything(rights)) return true;
  const { scope, teamIds, websiteIds, teammateIds, withinWebsiteIds } = rights;
  if (withinWebsiteIds && (websiteId === null || !withinWebsiteIds.includes(websiteId))) return false;
  if (scope === 'everything' || assignedRepresentativeId === personId) return true;
  if (scope === 'mine') return assignedRepresentativeId === null;
  return (
    (assignedRepresentativeId !== null && teammateIds.includes(assignedRepresentativeId)) ||
    (teamId !== null && teamIds.includes(teamId)) ||
    (websiteId !== null && websiteIds.includes(websiteId))
  );
}
