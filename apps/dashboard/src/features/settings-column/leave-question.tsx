import { Button, Dialog } from '@chakra-ui/react';
import { useContext, useLayoutEffect, useState } from 'react';
import { UNSAFE_NavigationContext } from 'react-router-dom';
import { settingsPaths } from '../../domain/settings/paths.ts';
import { useUnsavedForms } from '../../forms/draft.ts';
import { forms } from '../../i18n/en/forms.ts';
import { keptKeys } from '../../ui/kept-edits.ts';
import { OverPage } from '../../ui/over.tsx';
import { guardLeaving } from './leave-guard.ts';

/** Asks what to do with unsaved edits before a link, a command or Back leads out of the settings. */
export function LeaveQuestion() {
  const { names, discard } = useUnsavedForms();
  // Edits that were there before are those of another screen, such as an article's, or kept after this question.
  const [before] = useState(names);
  const own = names.filter((name) => !before.includes(name));
  const [leaving, setLeaving] = useState<(() => void) | null>(null);
  const { navigator } = useContext(UNSAFE_NavigationContext);
  const isUnsaved = own.length > 0;
  // Taken away before a page in its place redirects, as after the end of the session.
  useLayoutEffect(() => {
    if (!isUnsaved) return undefined;
    return guardLeaving(navigator, {
      isInside: (path) => settingsPaths.includes(path) || keptKeys().length === 0,
      ask: (leave) => setLeaving(() => leave),
    });
  }, [isUnsaved, navigator]);
  const close = () => setLeaving(null);
  const leave = () => {
    leaving?.();
    close();
  };
  return (
    <Dialog.Root
      role="alertdialog"
      open={leaving !== null}
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
                  leave();
                  discard(own);
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
