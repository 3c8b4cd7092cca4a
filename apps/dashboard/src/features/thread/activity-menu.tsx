import { Menu } from '@chakra-ui/react';
import { Layers, Redo2, Undo2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { undoWords } from '../../i18n/en/undo.ts';
import { OverMain } from '../../ui/over.tsx';

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
  // Open once it is in the document: before, it has no place that could be reckoned.
  const [isOpen, setOpen] = useState(false);
  useEffect(() => setOpen(true), []);
  const Icon = isRedo ? Redo2 : Undo2;
  const word = undoWords(isRedo ? 'redo' : 'undo');
  return (
    <Menu.Root
      open={isOpen}
      onOpenChange={({ open }) => {
        if (open) return;
        onClose();
        button.focus();
      }}
      positioning={{ placement: 'bottom-end', getAnchorElement: () => button }}
    >
      <OverMain>
        <Menu.Positioner>
          <Menu.Content aria-label={word}>
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
          </Menu.Content>
        </Menu.Positioner>
      </OverMain>
    </Menu.Root>
  );
}
