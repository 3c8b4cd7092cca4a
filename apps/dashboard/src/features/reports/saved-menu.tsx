import { Menu } from '@chakra-ui/react';
import type { ReportState } from '@parley/contracts/reports/address';
import type { SavedReport } from '@parley/contracts/reports/saved';
import { deleteSavedReport, listSavedReports } from '@parley/contracts/routes/saved-reports';
import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { call } from '../../api/call.ts';
import { keyOf } from '../../api/read.ts';
import { common } from '../../i18n/en/common.ts';
import { reportWords } from '../../i18n/en/reports.ts';
import { lazyPart } from '../../loading/part.tsx';
import { DeleteDialog } from '../../ui/delete-dialog.tsx';
import { MoreMenu } from '../../ui/more-menu.tsx';
import { toast } from '../../ui/toast/toasts.ts';
import { useMayChange, usePause, useSendNow } from './saved.ts';

const SaveDialog = lazyPart(() => import('./save-dialog.tsx'));

interface SavedMenuProps {
  saved: SavedReport;
  /** State on screen, from which the saved report can take over range and filter. */
  state: ReportState;
}

/** Changes, mails, pauses and deletes a saved report. */
export function SavedMenu({ saved, state }: SavedMenuProps) {
  const client = useQueryClient();
  const [open, setOpen] = useState<'change' | 'delete' | null>(null);
  const mayChange = useMayChange()(saved);
  const send = useSendNow();
  const pause = usePause();
  return (
    <>
      <MoreMenu size="2xs" label={reportWords('savedActions', { name: saved.name })}>
        {mayChange && (
          <Menu.Item value="change" onClick={() => setOpen('change')}>
            {common('edit')}
          </Menu.Item>
        )}
        <Menu.Item value="send" onClick={() => send.mutate(saved.id)}>
          {reportWords('sendNow')}
        </Menu.Item>
        {mayChange && saved.schedule && (
          <Menu.Item value="pause" onClick={() => pause.mutate(saved)}>
            {reportWords(saved.schedule.isPaused ? 'resumeMails' : 'pauseMails')}
          </Menu.Item>
        )}
        {mayChange && (
          <Menu.Item value="delete" onClick={() => setOpen('delete')}>
            {common('delete')}
          </Menu.Item>
        )}
      </MoreMenu>
      <Suspense>
        {open === 'change' && <SaveDialog saved={saved} state={state} onClose={() => setOpen(null)} />}
      </Suspense>
      <DeleteDialog
        title={reportWords('deleteSaved')}
        id={open === 'delete' ? saved.id : null}
        remove={(id) => call(deleteSavedReport, { params: { id } })}
        onDeleted={() => {
          void client.invalidateQueries({ queryKey: keyOf(listSavedReports) });
          toast({ title: reportWords('savedDeleted') });
        }}
        onClose={() => setOpen(null)}
      >
        {reportWords('deleteSavedHint', { name: saved.name })}
      </DeleteDialog>
    </>
  );
}
