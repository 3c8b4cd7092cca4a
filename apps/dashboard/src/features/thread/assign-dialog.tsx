import { Button, Stack } from '@chakra-ui/react';
import { listRepresentatives } from '@parley/contracts/routes/users';
import { useState } from 'react';
import { useRead } from '../../api/read.ts';
import { useMe } from '../../auth/auth.tsx';
import { common } from '../../i18n/en/common.ts';
import { ownership } from '../../i18n/en/ownership.ts';
import { SelectField } from '../../ui/fields.tsx';
import { DialogFrame } from '../../ui/dialog-frame.tsx';
import { pausedWhile } from '../../ui/paused-while.ts';
import { useMentionable } from '../../domain/users/colleagues.ts';
import { mentionsIn } from '../../domain/users/mention-words.ts';
import { NoteField } from './notes/note-field.tsx';
import { assignable, loadWords } from '../../domain/conversation/assignable.ts';
import styles from './ownership.module.css';

interface AssignDialogProps {
  isPending: boolean;
  onAssign: (member: { id: string; name: string }, note: { content: string; mentions?: string[] }) => void;
  onClose: () => void;
}

/** Assigns a conversation together with a note for the new assignee: both are saved or neither. */
export default function AssignDialog({ isPending, onAssign, onClose }: AssignDialogProps) {
  const team = assignable(useRead(listRepresentatives, {}).data);
  const me = useMe();
  const colleagues = useMentionable();
  const [chosen, setChosen] = useState<string | null>(null);
  const [content, setContent] = useState('');
  const member = team.find(({ id }) => id === chosen) ?? team.find(({ id }) => id !== me.id) ?? team[0];
  const isReady = member !== undefined && content.trim() !== '';
  const assign = () => {
    if (isReady && !isPending) onAssign(member, { content: content.trim(), ...mentionsIn(content, colleagues) });
  };
  return (
    <DialogFrame
      title={ownership('assignWithNote')}
      size="sm"
      onClose={onClose}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            {common('cancel')}
          </Button>
          <Button {...pausedWhile(isPending, assign)} disabled={!isReady}>
            {ownership('assign')}
          </Button>
        </>
      }
    >
      <Stack gap="4">
        <SelectField
          label={ownership('assignee')}
          value={member?.id ?? ''}
          options={team.map((each) => ({ value: each.id, label: `${each.name} (${loadWords(each)})` }))}
          onChange={setChosen}
        />
        <div className={styles.note}>
          <NoteField
            label={ownership('note')}
            placeholder={ownership('notePlaceholder')}
            value={content}
            onChange={setContent}
            onSubmit={assign}
            onLeave={onClose}
          />
        </div>
      </Stack>
    </DialogFrame>
  );
}
