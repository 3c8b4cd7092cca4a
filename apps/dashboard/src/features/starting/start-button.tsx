import { Button } from '@chakra-ui/react';
import type { ContactEntry } from '@parley/contracts/conversations/contacts';
import { SquarePen } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useMay } from '../../forms/permissions.ts';
import { starting as words } from '../../i18n/en/starting.ts';
import { lazyPart } from '../../loading/part.tsx';

const StartDialog = lazyPart(() => import('./start-dialog.tsx'));

/** Starts a conversation with a contact. */
export function StartButton({ contact }: { contact: ContactEntry }) {
  const [isOpen, setOpen] = useState(false);
  if (!useMay('conversations.reply')) return null;
  return (
    <>
      <Button size="xs" onClick={() => setOpen(true)}>
        <SquarePen size={14} aria-hidden /> {words('write')}
      </Button>
      <Suspense>{isOpen && <StartDialog contact={contact} onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
