import { Button, Dialog } from '@chakra-ui/react';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { settingsPaths } from '../../domain/settings/paths.ts';
import { useUnsavedForms } from '../../forms/draft.ts';
import { forms } from '../../i18n/en/forms.ts';
import { OverPage } from '../../ui/over.tsx';

/** Returns the address in this application that a click leads to, outside the settings. */
function addressOutside(event: MouseEvent): string | undefined {
  const isPlain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
  if (!isPlain || !(link instanceof HTMLAnchorElement) || link.target === '_blank') return undefined;
  const { origin, pathname, search, hash } = new URL(link.href);
  if (origin !== window.location.origin || settingsPaths.includes(pathname)) return undefined;
  return pathname + search + hash;
}

/** Asks what to do with unsaved edits before a link leads out of the settings. */
export function LeaveQuestion() {
  const { names, discard } = useUnsavedForms();
  const [goal, setGoal] = useState<string | null>(null);
  const navigate = useNavigate();
  const isUnsaved = names.length > 0;
  useEffect(() => {
    if (!isUnsaved) return undefined;
    const ask = (event: MouseEvent) => {
      const outside = addressOutside(event);
      if (outside === undefined) return;
      // Before the link itself is followed.
      event.preventDefault();
      event.stopPropagation();
      setGoal(outside);
    };
    document.addEventListener('click', ask, { capture: true });
    return () => document.removeEventListener('click', ask, { capture: true });
  }, [isUnsaved]);
  const close = () => setGoal(null);
  const leave = () => {
    if (goal !== null) void navigate(goal);
    close();
  };
  return (
    <Dialog.Root
      role="alertdialog"
      open={goal !== null}
      placement="center"
      size="sm"
      lazyMount
      unmountOnExit
      onOpenChange={({ open }) => !open && close()}
    >
      <OverPage>
        <Dialog.Backdrop />
        <Dialog.Positioner>
          <Dialog.Content borderRadius="xl">
            <Dialog.Header>
              <Dialog.Title fontSize="lg">{forms('leaveTitle')}</Dialog.Title>
            </Dialog.Header>
            <Dialog.Body color="fg.muted">{forms('leaveHint')}</Dialog.Body>
            <Dialog.Footer flexWrap="wrap">
              <Button variant="ghost" onClick={close}>
                {forms('stay')}
              </Button>
              <Button
                variant="outline"
                onClick={() => {
                  discard();
                  leave();
                }}
              >
                {forms('discardChanges')}
              </Button>
              <Button onClick={leave}>{forms('keepDraft')}</Button>
            </Dialog.Footer>
          </Dialog.Content>
        </Dialog.Positioner>
      </OverPage>
    </Dialog.Root>
  );
}
