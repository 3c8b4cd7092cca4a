import { Menu } from '@chakra-ui/react';
import type { KnowledgeSource } from '@parley/contracts/knowledge/knowledge';
import { FlaskConical, Pause, Pencil, Play, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { common } from '../../i18n/en/common.ts';
import { rehearsalWords } from '../../i18n/en/rehearsals.ts';
import { sourceWords as words } from '../../i18n/en/sources.ts';
import { MoreMenu } from '../../ui/more-menu.tsx';
import { Rehearsing, useMayRehearse } from '../../domain/rehearsal/rehearse-button.tsx';

interface SourceMenuProps {
  source: KnowledgeSource;
  /** While it is being paused, or used again. */
  isPending: boolean;
  onPause: () => void;
  onEdit: () => void;
  onDelete: () => void;
}

/** Shows the less frequent actions for a source. */
export function SourceMenu({ source, isPending, onPause, onEdit, onDelete }: SourceMenuProps) {
  const { id, name, isPaused } = source;
  const [isRehearsing, setRehearsing] = useState(false);
  const mayRehearse = useMayRehearse();
  const Use = isPaused ? Play : Pause;
  return (
    <>
      <MoreMenu label={words('moreFor', { name })} size="2xs">
        <Menu.Item value="edit" onClick={onEdit}>
          <Pencil size={15} aria-hidden />
          {common('edit')}
        </Menu.Item>
        <Menu.Item value="pause" disabled={isPending} onClick={onPause}>
          <Use size={15} aria-hidden />
          {rehearsalWords(isPaused ? 'useSource' : 'pauseSource')}
        </Menu.Item>
        {mayRehearse && (
          <Menu.Item value="rehearse" onClick={() => setRehearsing(true)}>
            <FlaskConical size={15} aria-hidden />
            {rehearsalWords('rehearse')}
          </Menu.Item>
        )}
        <Menu.Separator />
        <Menu.Item value="delete" color="fg.error" onClick={onDelete}>
          <Trash2 size={15} aria-hidden />
          {common('delete')}
        </Menu.Item>
      </MoreMenu>
      {isRehearsing && (
        <Rehearsing change={{ sources: [{ id, isPaused: !isPaused }] }} onClose={() => setRehearsing(false)} />
      )}
    </>
  );
}
