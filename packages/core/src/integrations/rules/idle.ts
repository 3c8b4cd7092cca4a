/** Rules that find a conversation as they would make it. */
import type { Conversation } from '@parley/contracts/entities';
import type { RuleAction } from '@parley/contracts/rules/rules';

/** Returns whether a conversation is as all actions would make it; false where that isn't known. */
export const isAsWanted = (actions: readonly RuleAction[], conversation: Conversation): boolean =>
  actions.every((action) => {
    const { tagIds, priority } = conversation;
    if (action.type === 'tag') return action.add.every((id) => tagIds.includes(id));
    if (action.type === 'untag') return !action.remove.some((id) => tagIds.includes(id));
    return action.type === 'priority' && action.priority === priority;
  });
