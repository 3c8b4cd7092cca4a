import { Button } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { common } from '../i18n/en/common.ts';
import { DialogFrame, type DialogFrameProps } from './dialog-frame.tsx';
import { pausedWhile } from './paused-while.ts';

interface FormDialogProps extends Omit<DialogFrameProps, 'footer' | 'onSubmit'> {
  submitLabel: string;
  /** “Cancel” by default. */
  leaveLabel?: string;
  /** While it is being sent, or cannot be. */
  isPaused: boolean;
  onSubmit: () => void;
  /** Further actions for the input. */
  beside?: ReactNode;
}

/** Shows a dialog that is a form: below the fields, the buttons to cancel and submit. */
export function FormDialog({ submitLabel, leaveLabel, isPaused, onSubmit, beside, ...frame }: FormDialogProps) {
  return (
    <DialogFrame
      {...frame}
      onSubmit={(event) => {
        event.preventDefault();
        // The form that it was opened from is around it for React, and has its own.
        event.stopPropagation();
        if (!isPaused) onSubmit();
      }}
      footer={
        <>
          <Button variant="outline" onClick={frame.onClose}>
            {leaveLabel ?? common('cancel')}
          </Button>
          {beside}
          <Button type="submit" {...pausedWhile(isPaused)}>
            {submitLabel}
          </Button>
        </>
      }
    />
  );
}
