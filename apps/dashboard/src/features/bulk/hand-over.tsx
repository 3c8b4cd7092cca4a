import { getBatch, startBatch } from '@parley/contracts/routes/bulk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { keyOf } from '../../api/read.ts';
import { routingWords } from '../../i18n/en/routing.ts';
import { noteBatch } from '../../live/done.ts';
import { showBatch } from '../../live/shown-batch.ts';
import { useUndo } from '../../live/undo.ts';
import { undoWords } from '../../i18n/en/undo.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { toastFailure } from '../../ui/toast/failure.ts';
import { toast } from '../../ui/toast/toasts.ts';

/** Makes the user's open conversations unassigned, in one step that can be undone. */
export default function HandOver({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const { undo } = useUndo();
  const handOver = useMutation({
    mutationFn: () =>
      call(startBatch, {
        body: {
          commands: [{ type: 'assign', representativeId: null }],
          filter: {
            all: [
              { field: 'assignee', op: 'is', value: 'me' },
              { field: 'status', op: 'in', value: ['active', 'waiting'] },
            ],
          },
        },
      }),
    onSuccess: (batch) => {
      client.setQueryData(keyOf(getBatch, { params: { id: batch.id } }), batch);
      noteBatch(batch.id);
      showBatch(batch.id);
      toast({
        title: routingWords('handedOver'),
        action: { label: undoWords('undo'), run: () => undo({ batchId: batch.id, isRedo: false }) },
      });
    },
    onError: (error) => toastFailure(error),
    onSettled: onClose,
  });
  return (
    <ConfirmDialog
      open
      title={routingWords('handOverTitle')}
      confirmLabel={routingWords('handOver')}
      pending={handOver.isPending}
      onConfirm={() => handOver.mutate()}
      onClose={onClose}
    >
      {routingWords('handOverHint')}
    </ConfirmDialog>
  );
}
