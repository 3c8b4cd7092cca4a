import { useCommands } from '../commands/commands.ts';
import { undoWords } from '../i18n/en/undo.ts';
import { runToastAction } from '../ui/toast/toasts.ts';
import { useUndo } from './undo.ts';

/**
 * Binds `z` to the toast's action while it is shown, and afterwards to undoing the user's last activity in the open
 * conversation, or on many, in this tab. `Shift+Z` redoes what was undone.
 */
export function useUndoKeys(openConversationId: string | null): void {
  const { undoLast, redoLast } = useUndo();
  useCommands([
    {
      id: 'undo',
      label: undoWords('undoLast'),
      group: 'Conversation',
      keys: 'z',
      run: () => runToastAction('z') || undoLast(openConversationId),
    },
    {
      id: 'redo',
      label: undoWords('redoLast'),
      group: 'Conversation',
      keys: 'Shift+Z',
      run: () => runToastAction('Shift+Z') || redoLast(openConversationId),
    },
  ]);
}
