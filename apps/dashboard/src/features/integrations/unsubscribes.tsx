import { Box, Button } from '@chakra-ui/react';
import type { MailUnsubscribe } from '@parley/contracts/entities';
import { deleteUnsubscribe, listUnsubscribes } from '@parley/contracts/routes/mail';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { call } from '../../api/call.ts';
import { keyOf, useRead } from '../../api/read.ts';
import { useCommands } from '../../commands/commands.ts';
import { rowProps, useRowKeys } from '../../commands/rows.ts';
import { mailWords } from '../../i18n/en/mail.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Panel } from '../../ui/panel.tsx';
import { pausedWhile } from '../../ui/paused-while.ts';
import { Time } from '../../ui/time.tsx';
import { toast } from '../../ui/toast/toasts.ts';
import { toastFailure } from '../../ui/toast/failure.ts';
import { Awaited } from '../../ui/awaited.tsx';
import styles from '../../domain/deliveries/deliveries.module.css';

const shown = 50;

/** Lists the addresses that want no mail; removes one on its owner's request. Admins only. */
export function Unsubscribes() {
  const [search, setSearch] = useState('');
  const [resuming, setResuming] = useState<MailUnsubscribe | null>(null);
  const wanted = search.trim();
  const list = useRead(listUnsubscribes, { query: { limit: shown, ...(wanted && { search: wanted }) } });
  const client = useQueryClient();
  const resume = useMutation({
    mutationFn: (id: string) => call(deleteUnsubscribe, { params: { id } }),
    onSuccess: () => toast({ title: mailWords('allowedAgain') }),
    onError: (error) => toastFailure(error),
    onSettled: () => {
      setResuming(null);
      void client.invalidateQueries({ queryKey: keyOf(listUnsubscribes) });
    },
  });
  const field = useRef<HTMLInputElement>(null);
  useRowKeys({ m: mailWords('allowAgain') });
  useCommands([
    {
      id: 'unsubscribes',
      label: mailWords('findUnsubscribed'),
      group: 'General',
      keys: 'x u',
      run: () => field.current?.focus(),
    },
  ]);
  const nobody = wanted ? mailWords('noneContains') : mailWords('nobodyUnsubscribed');
  return (
    <Panel title={mailWords('unsubscribed')} description={mailWords('unsubscribedHint')} flush>
      {(wanted !== '' || !!list.data?.length) && (
        <Box px="4" py="3" borderBottomWidth="1px" maxW="100%">
          <TextField
            ref={field}
            label={mailWords('findAddress')}
            type="search"
            autoComplete="off"
            maxW="sm"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
        </Box>
      )}
      <Awaited read={list} />
      {list.data?.length === 0 && (
        <Box px="4" py="3.5" fontSize="sm" color="fg.muted">
          {nobody}
        </Box>
      )}
      <ul className={styles.deliveries}>
        {list.data?.map((entry) => (
          <li key={entry.id} {...rowProps}>
            <div className={styles.what}>
              <bdi>{entry.address}</bdi>
              <small>{mailWords.rich('unsubscribedAt', { time: <Time at={entry.unsubscribedAt} /> })}</small>
            </div>
            <Button
              size="2xs"
              variant="outline"
              aria-keyshortcuts="m"
              aria-label={mailWords('allowTo', { address: entry.address })}
              {...pausedWhile(resume.isPending, () => setResuming(entry))}
            >
              {mailWords('allowAgainShort')}
            </Button>
          </li>
        ))}
      </ul>
      {list.data?.length === shown && (
        <Box px="4" py="2.5" borderTopWidth="1px" fontSize="xs" color="fg.muted">
          {mailWords('newest', { count: shown })}
        </Box>
      )}
      <ConfirmDialog
        open={resuming !== null}
        title={mailWords('allowAgain')}
        confirmLabel={mailWords('theyAsked')}
        pending={resume.isPending}
        onClose={() => setResuming(null)}
        onConfirm={() => resuming && resume.mutate(resuming.id)}
      >
        {mailWords.rich('allowAgainHint', { address: <bdi>{resuming?.address}</bdi> })}
      </ConfirmDialog>
    </Panel>
  );
}
