import { useCommands } from '../commands/commands.ts';
import { undoWords } from '../i18n/en/undo.ts';
import { runToastAction } from '../ui/toast/toasts.ts';
import { useUndo } from './undo.ts';

/**
 * `z` does what the toast offers while it is there, and afterwards undoes what one did last in the open conversation, or to
 * many, in this tab. `Shift+Z` does again what was undone.
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
