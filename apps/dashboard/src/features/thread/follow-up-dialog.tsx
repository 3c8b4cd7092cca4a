import { Button } from '@chakra-ui/react';
import type { Conversation } from '@parley/contracts/entities';
import { messageMaxLength } from '@parley/contracts/messages/limits';
import { newId } from '@parley/client/identifier';
import { addNote } from '@parley/contracts/routes/notes';
import { type FormEvent, useState } from 'react';
import { call } from '../../api/call.ts';
import { useChangeLabels } from '../../domain/tags/change-labels.ts';
import { useMay } from '../../forms/permissions.ts';
import { ratingWords } from '../../i18n/en/ratings.ts';
import { DialogFrame } from '../../ui/dialog-frame.tsx';
import { TextArea } from '../../ui/fields.tsx';
import { toastFailure } from '../../ui/toast/failure.ts';

interface FollowUpDialogProps {
  conversation: Conversation;
  onClose: () => void;
}

/** Asks what was done about a low rating: a note says it to the team, and the conversation is no longer to be followed up. */
export default function FollowUpDialog({ conversation, onClose }: FollowUpDialogProps) {
  const change = useChangeLabels(conversation);
  const mayNote = useMay('conversations.note');
  const [note, setNote] = useState('');
  const [noteId] = useState(newId);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    try {
      const content = note.trim();
      if (content !== '')
        await call(addNote, {
          params: { id: conversation.id },
          body: { content, clientNoteId: noteId, mentions: [] },
        });
      change({ isToFollowUp: false }, undefined, onClose);
    } catch (error) {
      toastFailure(error);
    }
  };
  return (
    <DialogFrame title={ratingWords('followUp')} size="sm" onClose={onClose}>
      <form onSubmit={(event) => void submit(event)}>
        <p>{ratingWords('followUpHint')}</p>
        {mayNote && (
          <TextArea
            label={ratingWords('note')}
            rows={4}
            maxLength={messageMaxLength}
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
        )}
        <Button type="submit" mt="3">
          {ratingWords('followUp')}
        </Button>
      </form>
    </DialogFrame>
  );
}
