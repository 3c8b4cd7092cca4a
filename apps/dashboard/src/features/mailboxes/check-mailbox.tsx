import { Box, Button, Stack } from '@chakra-ui/react';
import type { Mailbox, MailboxCheck, MailboxCheckStep } from '@parley/contracts/channels/mailboxes';
import { checkMailbox, listMailboxes } from '@parley/contracts/routes/mailboxes';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, CircleMinus, CircleX, type LucideIcon } from 'lucide-react';
import { call } from '../../api/call.ts';
import { keyOf } from '../../api/read.ts';
import { mailboxAccess } from '../../i18n/en/mailboxaccess.ts';
import { t } from '../../i18n/server-text.ts';
import { CopyLine } from '../../ui/copy-line.tsx';
import { DialogFrame } from '../../ui/dialog-frame.tsx';
import { pausedWhile } from '../../ui/paused-while.ts';
import { toastFailure } from '../../ui/toast/failure.ts';

type Outcome = MailboxCheck['steps'][number]['outcome'];

const looks: Record<Outcome, { icon: LucideIcon; color: string; label: () => string }> = {
  works: { icon: CircleCheck, color: 'fg.success', label: () => mailboxAccess('works') },
  warning: { icon: CircleAlert, color: 'fg.warning', label: () => mailboxAccess('warning') },
  failed: { icon: CircleX, color: 'fg.error', label: () => mailboxAccess('failed') },
  skipped: { icon: CircleMinus, color: 'fg.subtle', label: () => mailboxAccess('skipped') },
};

const stepNames: Record<MailboxCheckStep, () => string> = {
  receiving: () => mailboxAccess('stepReceiving'),
  sending: () => mailboxAccess('stepSending'),
  arrival: () => mailboxAccess('stepArrival'),
  threading: () => mailboxAccess('stepThreading'),
  spf: () => 'SPF',
  dkim: () => 'DKIM',
  dmarc: () => 'DMARC',
};

/** Checks a mailbox with messages to itself: each step with what it found, and the DNS records to add. */
export function CheckMailbox({ mailbox, onClose }: { mailbox: Pick<Mailbox, 'id' | 'address'>; onClose: () => void }) {
  const client = useQueryClient();
  const check = useMutation({
    mutationFn: () => call(checkMailbox, { params: { id: mailbox.id } }),
    onSettled: () => void client.invalidateQueries({ queryKey: keyOf(listMailboxes) }),
    onError: (error) => toastFailure(error, mailboxAccess('failed')),
  });
  const label = check.isPending ? mailboxAccess('checking') : mailboxAccess(check.data ? 'checkAgain' : 'check');
  return (
    <DialogFrame
      title={mailboxAccess('check')}
      size="lg"
      isLong
      onClose={onClose}
      footer={<Button {...pausedWhile(check.isPending, () => check.mutate())}>{label}</Button>}
    >
      <Stack gap="4" aria-busy={check.isPending}>
        <Box color="fg.muted" fontSize="sm">
          {mailboxAccess.rich('checkHint', { address: <bdi dir="ltr">{mailbox.address}</bdi> })}
        </Box>
        {check.data && <Steps check={check.data} />}
        {check.data && check.data.records.length > 0 && <Records records={check.data.records} />}
      </Stack>
    </DialogFrame>
  );
}

function Steps({ check }: { check: MailboxCheck }) {
  return (
    <Stack as="ol" role="status" listStyleType="none" gap="0" borderWidth="1px" borderRadius="lg">
      {check.steps.map(({ step, outcome, message, localized }) => {
        const { icon: Icon, color, label } = looks[outcome];
        return (
          <Box
            as="li"
            key={step}
            display="flex"
            gap="2.5"
            px="3"
            py="2"
            fontSize="sm"
            borderTopWidth="1px"
            _first={{ borderTopWidth: '0' }}
          >
            <Box color={color} flexShrink="0" mt="0.5" role="img" aria-label={label()}>
              <Icon size={16} aria-hidden />
            </Box>
            <Box minW="0">
              <Box fontWeight="medium">{stepNames[step]()}</Box>
              <Box color="fg.muted" overflowWrap="anywhere">
                {t(localized, message)}
              </Box>
            </Box>
          </Box>
        );
      })}
    </Stack>
  );
}

function Records({ records }: Pick<MailboxCheck, 'records'>) {
  return (
    <Box as="section" aria-label={mailboxAccess('records')}>
      <Box as="h3" fontWeight="semibold" fontSize="sm">
        {mailboxAccess('records')}
      </Box>
      <Box color="fg.muted" fontSize="sm" mb="2">
        {mailboxAccess('recordsHint')}
      </Box>
      <Stack gap="3">
        {records.map(({ step, type, name, value }) => (
          <Stack key={step} gap="1">
            <Box fontSize="xs" color="fg.muted">
              {stepNames[step]()} · {type}
            </Box>
            <CopyLine text={name} label={`${mailboxAccess('recordName')}: ${stepNames[step]()}`} />
            <CopyLine text={value} label={`${mailboxAccess('recordValue')}: ${stepNames[step]()}`} />
          </Stack>
        ))}
      </Stack>
    </Box>
  );
}
