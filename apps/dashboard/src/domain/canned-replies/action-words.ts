import type { ReplyAction } from '@parley/contracts/messages/canned-replies';
import type { Attribute } from '@parley/contracts/conversations/attributes';
import type { Priority } from '@parley/contracts/conversations/conversation-fields';
import { listTags } from '@parley/contracts/routes/tags';
import type { Team } from '@parley/contracts/permissions/roles';
import type { Tag } from '@parley/contracts/conversations/tags';
import { useRead } from '../../api/read.ts';
import { replies } from '../../i18n/en/replies.ts';
import { listed } from '../../i18n/language.ts';
import { useAttributes } from '../attributes/use-attributes.ts';
import { valueWords } from '../attributes/value-words.ts';
import { useColleagues } from '../users/colleagues.ts';
import { useTeams } from '../users/use-teams.ts';
import type { Colleague } from '../users/mention-words.ts';

/** Whom and what actions name by id. */
export interface ActionNames {
  colleagues: readonly Pick<Colleague, 'id' | 'name'>[];
  tags: readonly Tag[];
  teams: readonly Team[];
  /** Those of conversations, which actions can set. */
  attributes: readonly Attribute[];
}

const noTags: readonly Tag[] = [];

export function useActionNames(): ActionNames {
  const { data: tags = noTags } = useRead(listTags, {});
  return { colleagues: useColleagues(), tags, teams: useTeams(), attributes: useAttributes() };
}

export function priorityWords(priority: Priority): string {
  switch (priority) {
    case 'low':
      return replies('priorityLow');
    case 'normal':
      return replies('priorityNormal');
    case 'high':
      return replies('priorityHigh');
    case 'urgent':
      return replies('priorityUrgent');
  }
}

export const snoozeWords = (hours: number): string =>
  hours % 24 === 0 ? replies('snoozeDays', { count: hours / 24 }) : replies('snoozeHours', { count: hours });

/** Returns an action in a few words. */
export function actionWords(action: ReplyAction, { colleagues, tags, teams, attributes }: ActionNames): string {
  switch (action.type) {
    case 'assign':
      if (action.to === 'me') return replies('assignMe');
      if (action.to === 'nobody') return replies('assignNobody');
      return replies('assignPerson', {
        name: colleagues.find(({ id }) => id === action.to)?.name ?? replies('somebodyGone'),
      });
    case 'assign_team':
      return replies('assignTeamNamed', {
        name: teams.find(({ id }) => id === action.teamId)?.name ?? replies('teamGone'),
      });
    case 'close':
      return replies('close');
    case 'reopen':
      return replies('reopen');
    case 'note':
      return replies('note');
    case 'tag':
      return replies('tagNamed', {
        names: listed(action.add.map((id) => tags.find((tag) => tag.id === id)?.name ?? replies('tagGone'))),
      });
    case 'attribute': {
      const attribute = attributes.find(({ key }) => key === action.key);
      const name = attribute?.name ?? replies('attributeGone');
      if (action.value === null) return replies('clearAttribute', { name });
      return replies('setAttributeTo', { name, value: valueWords(action.value, attribute?.type) });
    }
    case 'priority':
      return priorityWords(action.priority);
    case 'snooze':
      return snoozeWords(action.hours);
  }
}
