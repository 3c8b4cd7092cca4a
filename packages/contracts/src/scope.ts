/** Scope of a user's rights, as a filter and as a check for sockets. */
import type { Filter } from './filter.ts';
import type { ServerFrame } from './frames.ts';
import type { Permission } from './permissions.ts';
import { type Rights, seesEverything } from './rights.ts';

/** Fields of a conversation that decide which scopes include it. */
export interface Placed {
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
      const byPlace: Filter =
        websiteIds.length === 0 ? theirs : { any: [theirs, { field: 'website', op: 'in', value: websiteIds }] };
      // Apart: what is before it is added up, and this is found by an index.
      return teamIds.length === 0 ? byPlace : { any: [byPlace, { field: 'team', op: 'in', value: teamIds }] };
    }
  }
}

/** Scope fields of a conversation, with the previous assignee and team if they changed. */
export interface Moved extends Placed {
  /** Undefined if the assignee has not changed. */
  formerRepresentativeId?: string | null | undefined;
  /** Undefined if the team has not changed. */
  formerTeamId?: string | null | undefined;
}

/**
 * Recipients of each frame in the team's inbox: users who see the conversation, who see a conversation of the contact,
 * or who have the permission (and see the scope, if the frame has one); `team` means every user. A new frame type must
 * be added here.
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
 * Whether a frame is only for users who see some conversations: a frame about a contact is sent once for users who see
 * everything, and again for the scope of each of the contact's conversations.
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
