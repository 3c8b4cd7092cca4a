import { Button } from '@chakra-ui/react';
import type { ReportState } from '@parley/contracts/reports/address';
import { Bookmark, Mail } from 'lucide-react';
import { Suspense, useState } from 'react';
import { reportWords } from '../../i18n/en/reports.ts';
import { lazyPart } from '../../loading/part.tsx';

const SaveDialog = lazyPart(() => import('./save-dialog.tsx'));

/** Saves the report on screen, with or without mails of it. */
export function SaveMenu({ state }: { state: ReportState }) {
  const [open, setOpen] = useState<'save' | 'mail' | null>(null);
  return (
    <>
      <Button size="xs" variant="outline" aria-haspopup="dialog" onClick={() => setOpen('save')}>
        <Bookmark size={14} aria-hidden />
        {reportWords('save')}
      </Button>
      <Button size="xs" variant="outline" aria-haspopup="dialog" onClick={() => setOpen('mail')}>
        <Mail size={14} aria-hidden />
        {reportWords('sendByMail')}
      </Button>
      <Suspense>
        {open && <SaveDialog state={state} isMailed={open === 'mail'} onClose={() => setOpen(null)} />}
      </Suspense>
    </>
  );
}
