import { Box, CloseButton, Dialog } from '@chakra-ui/react';
import { X } from 'lucide-react';
import { type FormEvent, type ReactNode, type Ref, useRef } from 'react';
import { common } from '../i18n/en/common.ts';
import { useBackCloses } from './back-closes.ts';
import fading from './fading.module.css';
import { OverPage, staysAlone } from './over.tsx';

export interface DialogFrameProps {
  title: string;
  size?: 'sm' | 'md' | 'lg' | 'xl';
  /** For content that may be longer than the screen, and is mainly read: it scrolls below its title, by keys too. */
  isLong?: boolean;
  /** The content is shown only once: a click beside the dialog does not close it. */
  stays?: boolean;
  footer?: ReactNode;
  /** Makes it a form. */
  onSubmit?: (event: FormEvent) => void;
  /** Called by Escape, the cross, or a click beside it. */
  onClose: () => void;
  children: ReactNode;
}

/** The way out in the corner of a dialog. */
export const DialogCross = ({ ref }: { ref?: Ref<HTMLButtonElement> }) => (
  <Dialog.CloseTrigger asChild>
    <CloseButton ref={ref} size="xs" color="fg.muted" aria-label={common('close')}>
      <X size={16} aria-hidden />
    </CloseButton>
  </Dialog.CloseTrigger>
);

/** Shows an open dialog: its title and a cross, its content, and below it the actions. */
export function DialogFrame(props: DialogFrameProps) {
  const { title, size = 'md', isLong = false, stays = false, footer, onSubmit, onClose, children } = props;
  const cross = useRef<HTMLButtonElement>(null);
  useBackCloses(true, onClose);
  const content = (
    <>
      <Dialog.Header>
        <Dialog.Title fontSize="lg">{title}</Dialog.Title>
      </Dialog.Header>
      <Dialog.Body {...(!footer && { pb: '6' })} {...(isLong && { tabIndex: 0, className: fading.below })}>
        {children}
      </Dialog.Body>
      {footer && <Dialog.Footer>{footer}</Dialog.Footer>}
      <DialogCross ref={cross} />
    </>
  );
  return (
    <Dialog.Root
      open
      size={size}
      closeOnInteractOutside={!stays}
      scrollBehavior={isLong ? 'inside' : 'outside'}
      {...(isLong && { initialFocusEl: () => cross.current })}
      onOpenChange={({ open }) => !open && onClose()}
      {...staysAlone}
    >
      <OverPage>
        <Dialog.Backdrop />
        <Dialog.Positioner>
          <Dialog.Content borderRadius="xl">
            {/* A form of its own: ARIA lets no form be a dialog. */}
            {onSubmit ? (
              <Box asChild display="contents">
                <form onSubmit={onSubmit}>{content}</form>
              </Box>
            ) : (
              content
            )}
          </Dialog.Content>
        </Dialog.Positioner>
      </OverPage>
    </Dialog.Root>
  );
}
