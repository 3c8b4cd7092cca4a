import { Menu } from '@chakra-ui/react';
import { Layers, Redo2, Undo2 } from 'lucide-react';
import { undoWords } from '../../i18n/en/undo.ts';
import { MenuAt } from '../../ui/menu-at.tsx';

interface ActivityMenuProps {
  /** Button that opened it. */
  button: HTMLElement;
  /** Whether it is an undo, which this undoes. */
  isRedo: boolean;
  /** Whether it was done to many conversations together. */
  isBatch: boolean;
  onUndo: (scope: 'activity' | 'batch') => void;
  onClose: () => void;
}

/** Shows the menu that undoes or redoes an activity or a batch. */
export default function ActivityMenu({ button, isRedo, isBatch, onUndo, onClose }: ActivityMenuProps) {
  const Icon = isRedo ? Redo2 : Undo2;
  const word = undoWords(isRedo ? 'redo' : 'undo');
  return (
    <MenuAt button={button} label={word} onClose={onClose}>
      {isBatch && (
        <Menu.Item value="batch" onClick={() => onUndo('batch')}>
          <Layers size={15} aria-hidden />
          {undoWords('wholeBatch')}
        </Menu.Item>
      )}
      <Menu.Item value="activity" onClick={() => onUndo('activity')}>
        <Icon size={15} aria-hidden />
        {isBatch ? undoWords('onlyHere') : word}
      </Menu.Item>
    </MenuAt>
  );
}
