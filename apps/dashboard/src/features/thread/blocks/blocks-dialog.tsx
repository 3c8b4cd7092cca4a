import { Stack } from '@chakra-ui/react';
import type { BlocksDraft } from '@parley/contracts/messages/blocks';
import type { Macro } from '@parley/contracts/messages/canned-replies';
import { messageMaxLength } from '@parley/contracts/messages/limits';
import { useState } from 'react';
import { BlocksFields, cleanBlocks } from '../../../domain/blocks/blocks-fields.tsx';
import { formWords } from '../../../i18n/en/customerforms.ts';
import { thread } from '../../../i18n/en/thread.ts';
import { useLive } from '../../../live/live.tsx';
import { TextArea } from '../../../ui/fields.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';

/** A message with buttons, cards or a form, as it begins. */
export interface BlocksMessage {
  text: string;
  blocks: BlocksDraft;
  /** Actions of the canned reply that it was made from. */
  macro?: Macro;
}

interface BlocksDialogProps {
  conversationId: string;
  initial: BlocksMessage;
  onClose: () => void;
}

/** Writes a message with buttons, cards or a form, and sends it. */
export default function BlocksDialog({ conversationId, initial, onClose }: BlocksDialogProps) {
  const { outbox } = useLive();
  const [text, setText] = useState(initial.text);
  const [blocks, setBlocks] = useState(initial.blocks);
  const cleaned = cleanBlocks(blocks);
  // Buttons alone say nothing.
  const needsText = cleaned?.formId === undefined && !cleaned?.cards;
  const send = () => {
    if (!cleaned) return;
    outbox.send({
      conversationId,
      content: text.trim(),
      more: { blocks: cleaned, ...(initial.macro && { macro: initial.macro }) },
    });
    onClose();
  };
  return (
    <FormDialog
      title={formWords('blocks')}
      submitLabel={thread('send')}
      isPaused={!cleaned || (needsText && text.trim() === '')}
      onSubmit={send}
      onClose={onClose}
    >
      <Stack gap="3">
        <TextArea
          label={formWords('cardText')}
          rows={3}
          maxLength={messageMaxLength}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <BlocksFields value={blocks} onChange={setBlocks} />
      </Stack>
    </FormDialog>
  );
}
