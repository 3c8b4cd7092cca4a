/** The scope of somebody's rights as the one filter, and as what sockets decide by. */
import type { Filter } from './filter.ts';
import type { ServerFrame } from './frames.ts';
import type { Permission } from './permissions.ts';
import { type Rights, seesEverything } from './rights.ts';

/** What of a conversation decides whose scope it is in. */
export interface Placed {
  websiteId: string | null;
  assignedRepresentativeId: string | null;
  /** The team that has it. */
  teamId?: string | null;
}

type Scoped = Pick<Rights, 'scope' | 'teamIds' | 'websiteIds' | 'teammateIds' | 'withinWebsiteIds'>;

/** The conversations that somebody may see; undefined where that is all of them. `me` stands for that person. */
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
      const byPlace: Filter =
        websiteIds.length === 0 ? theirs : { any: [theirs, { field: 'website', op: 'in', value: websiteIds }] };
      // Apart: what is before it is added up, and this is found by an index.
      return teamIds.length === 0 ? byPlace : { any: [byPlace, { field: 'team', op: 'in', value: teamIds }] };
    }
  }
}

/** Where a conversation is, and where it has just come from if somebody else or another team has it now. */
export interface Moved extends Placed {
  /** Who had it; undefined where that has not changed. */
  formerRepresentativeId?: string | null | undefined;
  /** The same of its team. */
  formerTeamId?: string | null | undefined;
}

/**
 * What the frames of the team's inbox tell of. Those of a conversation go to who may see that one, those of a person to
 * who may see one of theirs, those with a permission to who has it (and where a place is given, to who sees that), all
 * others to everybody of the team; a new frame has to say.
 */
export const inboxSubjects: Record<ServerFrame['type'], 'conversation' | 'contact' | 'team' | Permission> = {
  act: 'conversation',
  ai_delta: 'conversation',
  assigned: 'conversation',
  attachment_updated: 'conversation',
  attributes_updated: 'contact',
  batch_updated: 'team',
  canned_replies_updated: 'team',
  contact_updated: 'contact',
  conversation_created: 'conversation',
  conversation_deleted: 'conversation',
  conversation_left: 'team',
  conversation_state: 'conversation',
  conversation_updated: 'conversation',
  conversations_deleted: 'team',
  delivered: 'conversation',
  delivery_updated: 'deliveries.manage',
  draft: 'team',
  error: 'team',
  following: 'team',
  hand_off_corrected: 'conversation',
  inbound_mails_updated: 'mail.manage',
  joined: 'conversation',
  mentioned: 'conversation',
  mentions_read: 'team',
  message_ack: 'conversation',
  message_updated: 'conversation',
  new_message: 'conversation',
  note_followed: 'conversation',
  person_needed: 'conversation',
  pong: 'team',
  presence: 'conversation',
  progress: 'team',
  read: 'conversation',
  reminder_due: 'conversation',
  reminders_updated: 'team',
  representative_updated: 'team',
  resume: 'team',
  rights_updated: 'team',
  roles_updated: 'team',
  scheduled_updated: 'conversation',
  settings_updated: 'team',
  snooze_ended: 'conversation',
  tags_updated: 'team',
  translation_chosen: 'team',
  typing: 'conversation',
  viewers: 'conversation',
  views_updated: 'team',
  websites_updated: 'team',
};

/**
 * Whether a frame is only for who sees some conversations: of a person is told once for who sees everything, and again for
 * each place of that person's conversations.
 */
export const isForPart = ({ type, place }: { type: ServerFrame['type']; place: Placed | undefined }): boolean =>
  inboxSubjects[type] === 'contact' && place !== undefined;

/** Whether the scope of a person takes a conversation in: the same answer as the filter. */
export function sees(
  rights: Scoped,
  personId: string,
  { websiteId, assignedRepresentativeId, teamId = null }: Placed,
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
