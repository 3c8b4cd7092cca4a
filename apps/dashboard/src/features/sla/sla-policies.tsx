import { Box, IconButton } from '@chakra-ui/react';
import { deleteSlaPolicy, listSlaPolicies, orderSlaPolicies } from '@parley/contracts/routes/sla';
import type { SlaPolicy } from '@parley/contracts/sla/sla';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, Timer } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { keyOf, useRead } from '../../api/read.ts';
import { useRowKeys } from '../../commands/rows.ts';
import { rowsOf, rowWords } from '../../domain/filter/conditions.ts';
import { useKnown } from '../../domain/filter/use-known.ts';
import { useMay } from '../../forms/permissions.ts';
import { common } from '../../i18n/en/common.ts';
import { views } from '../../i18n/en/views.ts';
import { slaWords } from '../../i18n/en/sla.ts';
import { DeleteDialog } from '../../ui/delete-dialog.tsx';
import { Facts } from '../../ui/facts.tsx';
import { ItemLine, ItemsPanel } from '../../ui/items-panel.tsx';
import { targetTime } from '../../ui/times.ts';
import { toastFailure } from '../../ui/toast/failure.ts';
import { PolicyForm } from './policy-form.tsx';

/** Manages the SLA policies in their order: the first one that fits a conversation applies. */
export function SlaPolicies() {
  const mayChange = useMay('settings.change');
  const policies = useRead(listSlaPolicies, {});
  const known = useKnown();
  const [deleting, setDeleting] = useState<SlaPolicy | null>(null);
  const move = useMove(policies.data ?? []);
  useRowKeys(mayChange ? { e: common('edit'), '#': slaWords('delete') } : {});
  const last = (policies.data?.length ?? 0) - 1;
  return (
    <>
      <ItemsPanel
        title={slaWords('title')}
        description={slaWords('hint')}
        add={mayChange ? { id: 'sla:add', label: slaWords('add') } : undefined}
        items={policies}
        empty={{ icon: Timer, title: slaWords('none'), hint: slaWords('emptyHint') }}
        renderForm={(policy, onDone) => <PolicyForm policy={policy} onDone={onDone} />}
      >
        {(policy, onEdit) => (
          <ItemLine
            change={
              mayChange
                ? {
                    onEdit,
                    onDelete: () => setDeleting(policy),
                    others: last > 0 && (
                      <>
                        <MoveButton policy={policy} by={-1} isEnd={policy.position === 0} onMove={move} />
                        <MoveButton policy={policy} by={1} isEnd={policy === policies.data?.at(-1)} onMove={move} />
                      </>
                    ),
                  }
                : undefined
            }
          >
            <Box as="bdi" fontWeight="500">
              {policy.name}
            </Box>
            <Box color="fg.muted" textStyle="xs">
              <Facts>{targetsOf(policy)}</Facts>
            </Box>
            <Box color="fg.muted" textStyle="xs">
              <Facts>{rowsOf(policy.filter)?.rows.map((row) => rowWords(row, known)) ?? views('complex')}</Facts>
            </Box>
            {policy.isBroken && (
              <Box color="fg.error" textStyle="xs">
                {slaWords('broken')}
              </Box>
            )}
          </ItemLine>
        )}
      </ItemsPanel>
      <DeletePolicy policy={deleting} onClose={() => setDeleting(null)} />
    </>
  );
}

/** Returns the targets of a policy in words. */
const targetsOf = ({ firstResponseMinutes, nextResponseMinutes, resolutionMinutes }: SlaPolicy): string[] => [
  ...(firstResponseMinutes === null ? [] : [slaWords('first', { time: targetTime(firstResponseMinutes) })]),
  ...(nextResponseMinutes === null ? [] : [slaWords('next', { time: targetTime(nextResponseMinutes) })]),
  ...(resolutionMinutes === null ? [] : [slaWords('close', { time: targetTime(resolutionMinutes) })]),
];

function useMove(policies: readonly SlaPolicy[]) {
  const client = useQueryClient();
  const order = useMutation({
    mutationFn: (ids: string[]) => call(orderSlaPolicies, { body: { ids } }),
    onSuccess: (ordered) => void client.setQueryData(keyOf(listSlaPolicies), ordered),
    onError: (error) => toastFailure(error),
  });
  return (policy: SlaPolicy, by: number) => {
    const ids = policies.map(({ id }) => id);
    const at = ids.indexOf(policy.id);
    order.mutate(ids.toSpliced(at, 1).toSpliced(at + by, 0, policy.id));
  };
}

interface MoveButtonProps {
  policy: SlaPolicy;
  by: -1 | 1;
  /** True for the first or the last one, which goes no further. */
  isEnd: boolean;
  onMove: (policy: SlaPolicy, by: number) => void;
}

function MoveButton({ policy, by, isEnd, onMove }: MoveButtonProps) {
  const Icon = by < 0 ? ArrowUp : ArrowDown;
  return (
    <IconButton
      size="2xs"
      variant="ghost"
      disabled={isEnd}
      aria-label={slaWords(by < 0 ? 'up' : 'down', { name: policy.name })}
      onClick={() => onMove(policy, by)}
    >
      <Icon size={14} aria-hidden />
    </IconButton>
  );
}

function DeletePolicy({ policy, onClose }: { policy: SlaPolicy | null; onClose: () => void }) {
  const client = useQueryClient();
  return (
    <DeleteDialog
      title={slaWords('delete')}
      id={policy?.id ?? null}
      remove={(id) => call(deleteSlaPolicy, { params: { id } })}
      onDeleted={() => void client.invalidateQueries({ queryKey: keyOf(listSlaPolicies) })}
      onClose={onClose}
    >
      {slaWords('deleteHint', { name: policy?.name ?? '' })}
    </DeleteDialog>
  );
}
