import { Box } from '@chakra-ui/react';
import type { Scorecard } from '@parley/contracts/reviews/reviews';
import { deleteScorecard, listScorecards } from '@parley/contracts/routes/reviews';
import { useQueryClient } from '@tanstack/react-query';
import { ClipboardCheck } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { keyOf, useRead } from '../../api/read.ts';
import { useRowKeys } from '../../commands/rows.ts';
import { useMay } from '../../forms/permissions.ts';
import { common } from '../../i18n/en/common.ts';
import { reviewWords } from '../../i18n/en/reviews.ts';
import { DeleteDialog } from '../../ui/delete-dialog.tsx';
import { Facts } from '../../ui/facts.tsx';
import { ItemLine, ItemsPanel } from '../../ui/items-panel.tsx';
import { reasonWords } from './review-words.ts';
import { ScorecardForm } from './scorecard-form.tsx';

/** Manages the scorecards: their criteria, and which conversations they draw. */
export function Scorecards() {
  const mayChange = useMay('reviews.manage');
  const client = useQueryClient();
  const scorecards = useRead(listScorecards, {});
  const [deleting, setDeleting] = useState<Scorecard | null>(null);
  useRowKeys(mayChange ? { e: common('edit'), '#': reviewWords('delete') } : {});
  return (
    <>
      <ItemsPanel
        title={reviewWords('scorecards')}
        description={reviewWords('scorecardsHint')}
        add={mayChange ? { id: 'scorecards:add', label: reviewWords('add') } : undefined}
        items={scorecards}
        empty={{
          icon: ClipboardCheck,
          title: reviewWords('noScorecards'),
          hint: reviewWords('noScorecardsHint'),
        }}
        renderForm={(scorecard, onDone) => <ScorecardForm scorecard={scorecard} onDone={onDone} />}
      >
        {(scorecard, onEdit) => (
          <ItemLine change={mayChange ? { onEdit, onDelete: () => setDeleting(scorecard) } : undefined}>
            <Box as="bdi" fontWeight="500">
              {scorecard.name}
            </Box>
            <Box color="fg.muted" textStyle="xs">
              <Facts>
                {reviewWords('criteriaCount', { number: scorecard.criteria.length })}
                {scorecard.sample !== 'none' &&
                  reasonWords({ reason: scorecard.sample, reasonSize: scorecard.sampleSize })}
                {scorecard.isEstimated && reviewWords('estimate')}
              </Facts>
            </Box>
          </ItemLine>
        )}
      </ItemsPanel>
      <DeleteDialog
        title={reviewWords('delete')}
        id={deleting?.id ?? null}
        remove={(id) => call(deleteScorecard, { params: { id } })}
        onDeleted={() => void client.invalidateQueries({ queryKey: keyOf(listScorecards) })}
        onClose={() => setDeleting(null)}
      >
        {reviewWords('deleteHint', { name: deleting?.name ?? '' })}
      </DeleteDialog>
    </>
  );
}
