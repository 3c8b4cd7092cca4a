import { Button } from '@chakra-ui/react';
import type { AssistantChange } from '@parley/contracts/assistant/rehearsals';
import { FlaskConical } from 'lucide-react';
import { Suspense, useState } from 'react';
import { lazyPart } from '../../loading/part.tsx';
import { useMe } from '../../auth/auth.tsx';
import { useMay } from '../../forms/permissions.ts';
import { rehearsalWords as words } from '../../i18n/en/rehearsals.ts';
import { pausedWhile } from '../../ui/paused-while.ts';

const RehearseDialog = lazyPart(() => import('./rehearse-dialog.tsx'));

interface RehearseButtonProps {
  /** Null while nothing would change. */
  change: AssistantChange | null;
  size?: 'xs' | 'sm';
  /** Accessible name, which tells one of many buttons apart. */
  label?: string;
}

/** Whether the user sees rehearsals: they need to change the assistant, and to see every conversation. */
export function useMayRehearse(): boolean {
  const { scope = 'everything' } = useMe().rights ?? {};
  return useMay('settings.change') && scope === 'everything';
}

/** Opens a rehearsal of a change before it is made. Nothing for users without the right. */
export function RehearseButton({ change, size = 'sm', label }: RehearseButtonProps) {
  const [isOpen, setOpen] = useState(false);
  if (!useMayRehearse()) return null;
  return (
    <>
      <Button variant="outline" size={size} aria-label={label} {...pausedWhile(change === null, () => setOpen(true))}>
        <FlaskConical size={14} aria-hidden />
        {words('rehearse')}
      </Button>
      {isOpen && change && <Rehearsing change={change} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Loads and shows the dialog that rehearses a change. */
export function Rehearsing({ change, onClose }: { change: AssistantChange; onClose: () => void }) {
  return (
    <Suspense>
      <RehearseDialog change={change} onClose={onClose} />
    </Suspense>
  );
}
