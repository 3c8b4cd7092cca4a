import { Button, Dialog } from '@chakra-ui/react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useBackCloses } from './back-closes.ts';
import { OverPage, staysAlone } from './over.tsx';
import { pausedWhile } from './paused-while.ts';
import { common } from '../i18n/en/common.ts';

interface ConfirmDialogProps {
  open: boolean;
  title: string;
  children: ReactNode;
  confirmLabel: string;
  pending?: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/**
 * Asks before an action that cannot be undone. Cancel has the focus first. Nothing is rendered before it is first open;
 * then it opens once it is in the document, when the menu that opened it has released the focus.
 */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const [wasOpened, setOpened] = useState(false);
  useEffect(() => {
    if (props.open) setOpened(true);
  }, [props.open]);
  return (props.open || wasOpened) && <Question {...props} open={props.open && wasOpened} />;
}

function Question(props: ConfirmDialogProps) {
  const cancel = useRef<HTMLButtonElement>(null);
  useBackCloses(props.open, props.onClose);
  return (
    <Dialog.Root
      role="alertdialog"
      open={props.open}
      placement="center"
      size="sm"
      lazyMount
      unmountOnExit
      initialFocusEl={() => cancel.current}
      onOpenChange={({ open }) => !open && props.onClose()}
      {...staysAlone}
    >
      <OverPage>
        <Dialog.Backdrop />
        <Dialog.Positioner>
          <Dialog.Content borderRadius="xl">
            <Dialog.Header>
              <Dialog.Title fontSize="lg">{props.title}</Dialog.Title>
            </Dialog.Header>
            <Dialog.Body color="fg.muted">{props.children}</Dialog.Body>
            <Dialog.Footer>
              <Button ref={cancel} variant="outline" onClick={props.onClose}>
                {common('cancel')}
              </Button>
              <Button colorPalette="red" {...pausedWhile(props.pending ?? false, props.onConfirm)}>
                {props.confirmLabel}
              </Button>
            </Dialog.Footer>
          </Dialog.Content>
        </Dialog.Positioner>
      </OverPage>
    </Dialog.Root>
  );
}
