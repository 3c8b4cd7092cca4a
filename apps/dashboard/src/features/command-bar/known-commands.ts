/** Keys of the whole dashboard, for the list under `?`: screens register what they offer only while they are shown. */
import type { Command } from '../../commands/commands.ts';
import { commands } from '../../i18n/en/commands.ts';
import { copilotWords } from '../../i18n/en/copilot.ts';
import { conversations } from '../../i18n/en/conversations.ts';
import { formatting } from '../../i18n/en/formatting.ts';
import { forms } from '../../i18n/en/forms.ts';
import { inbox } from '../../i18n/en/inbox.ts';
import { insertion } from '../../i18n/en/insertion.ts';
import { blockWords } from '../../i18n/en/block.ts';
import { labels } from '../../i18n/en/labels.ts';
import { merging } from '../../i18n/en/merging.ts';
import { ownership } from '../../i18n/en/ownership.ts';
import { replies } from '../../i18n/en/replies.ts';
import { reviewWords } from '../../i18n/en/reviews.ts';
import { scheduledWords } from '../../i18n/en/scheduled.ts';
import { thread } from '../../i18n/en/thread.ts';
import { transcripts } from '../../i18n/en/transcripts.ts';
import { undoWords } from '../../i18n/en/undo.ts';
import { views } from '../../i18n/en/views.ts';

export type KnownCommand = Pick<Command, 'id' | 'label'> & { keys: string };

const known = (id: string, label: string, keys: string): KnownCommand => ({ id, label, keys });

/** Returns the commands with a key of the groups in which they depend on what is open. */
export const knownCommands = (): Partial<Record<Command['group'], readonly KnownCommand[]>> => ({
  Selection: [
    known('bulk:toggle', thread('closeConversation'), 'e'),
    known('bulk:assign', thread('assignTo'), 'a'),
    known('bulk:take', replies('assignMe'), 't'),
    known('bulk:tag', labels('tag'), 'l'),
    known('bulk:priority', labels('setPriority'), '!'),
    known('bulk:snooze', labels('snooze'), 'h'),
    known('bulk:unread', ownership('markUnread'), 'u'),
    known('bulk:follow', ownership('follow'), 'Shift+F'),
    known('bulk:clear', views('unselect'), 'Escape'),
  ],
  Conversation: [
    known('review:finish', reviewWords('finish'), 'mod+Enter'),
    known('reply', thread('reply'), 'r'),
    known('write', thread('writeReply'), 'm'),
    known('note', thread('writeNote'), 'o'),
    known('take-over', thread('takeOver'), 't'),
    known('assign', thread('assignTo'), 'a'),
    known('assign:note', ownership('assignWithNote'), 'Shift+A'),
    known('close', thread('closeConversation'), 'e'),
    known('reopen', thread('reopenConversation'), 'e'),
    known('label:tags', labels('tag'), 'l'),
    known('label:priority', labels('setPriority'), '!'),
    known('label:snooze', labels('snooze'), 'h'),
    known('follow', ownership('follow'), 'Shift+F'),
    known('return-to-assistant', thread('returnToAssistant'), 'b'),
    known('visitor', thread('showVisitor'), 'i'),
    known('quote', thread('quoteLast'), 'Shift+R'),
    known('merge', merging('mergeInto'), 'Shift+M'),
    known('spam', blockWords('markSpam'), 'Shift+S'),
    known('transcript', transcripts('transcript'), 'p t'),
    known('newest', thread('newestMessage'), 'n'),
    known('suggestions:refresh', thread('refreshSuggestions'), 'y'),
    known('copilot:summary', copilotWords('summarise'), 'v'),
    known('copilot:fold', copilotWords('hideLine'), 'Shift+V'),
    known('copilot:tags', copilotWords('suggestTags'), 'Shift+L'),
    known('copilot:translate', copilotWords('translateCommand'), 'Shift+T'),
    known('undo', undoWords('undoLast'), 'z'),
    known('redo', undoWords('redoLast'), 'Shift+Z'),
    known('unsent:retry', thread('unsentRetry'), 'p s'),
    known('unsent:edit', thread('unsentEdit'), 'p e'),
    known('unsent:discard', thread('unsentDiscard'), 'p d'),
  ],
  List: [
    known('list:next', inbox('next'), 'j'),
    known('list:previous', inbox('previous'), 'k'),
    known('list:next-waiting', views('nextWaiting'), 'w'),
    known('list:search', inbox('search'), '/'),
    known('list:filter', views('filter'), 'f f'),
    known('list:pick', views('selectThis'), 'x'),
    known('list:unread', ownership('markUnread'), 'u'),
    known('list:back', conversations('backToList'), 'Shift+U'),
    known('list:delete', inbox('deleteConversation'), '#'),
    known('list:density', inbox('compact'), 'c r'),
  ],
  Row: [known('row:next', commands('nextRow'), 'j'), known('row:previous', commands('previousRow'), 'k')],
  General: [known('save:', forms('saveChanges'), 'mod+s'), known('discard:', forms('discardChanges'), 'x d')],
});

/** Returns the keys in the field of a message; they work wherever a conversation can be answered. */
export const composerKeys = (): readonly KnownCommand[] => [
  known('send', thread('send'), 'Enter'),
  known('new-line', commands('newLine'), 'Shift+Enter'),
  known('send-and-close', thread('sendAndClose'), 'mod+Enter'),
  known('send-and-snooze', thread('sendAndSnooze'), 'mod+Shift+Enter'),
  known('send-later', scheduledWords('sendLater'), 'alt+Enter'),
  known('canned-reply', insertion('command'), 'mod+/'),
  known('rewrite', thread('rewriteCommand'), 'mod+j'),
  known('strong', formatting('strong'), 'mod+b'),
  known('em', formatting('em'), 'mod+i'),
  known('s', formatting('s'), 'mod+Shift+X'),
  known('link', formatting('link'), 'mod+k'),
  known('bulletList', formatting('bulletList'), 'mod+Shift+8'),
  known('orderedList', formatting('orderedList'), 'mod+Shift+7'),
  known('blockquote', formatting('blockquote'), 'mod+Shift+9'),
  known('code', formatting('code'), 'mod+e'),
];
