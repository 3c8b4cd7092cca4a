import { Box, Stack } from '@chakra-ui/react';
import { assistantKey } from '@parley/contracts/reports/reports';
import { listScorecards, startReview } from '@parley/contracts/routes/reviews';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { call } from '../../api/call.ts';
import { useRead } from '../../api/read.ts';
import { useMe } from '../../auth/auth.tsx';
import { reportWords } from '../../i18n/en/reports.ts';
import { reviewWords } from '../../i18n/en/reviews.ts';
import { openedConversation } from '../../live/conversation-cache.ts';
import { SelectField } from '../../ui/fields.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { toastFailure } from '../../ui/toast/failure.ts';
import { reviewAddress } from './review-words.ts';

/** Begins a review of a person's answers in a conversation: asks for the person and the scorecard. */
export function StartReview({ conversationId, onClose }: { conversationId: string; onClose: () => void }) {
  const me = useMe();
  const navigate = useNavigate();
  const scorecards = useRead(listScorecards, {}).data;
  const { data: conversation } = useQuery(openedConversation(conversationId));
  const people = new Map<string, string>(
    (conversation?.messages ?? []).flatMap(({ senderType, senderId, senderName }) => {
      if (senderType === 'ai') return [[assistantKey, reportWords('assistant')] as const];
      return senderType === 'representative' && senderId && senderId !== me.id
        ? [[senderId, senderName ?? ''] as const]
        : [];
    }),
  );
  const [scorecard, setScorecard] = useState<string>();
  const [person, setPerson] = useState<string>();
  const scorecardId = scorecard ?? scorecards?.[0]?.id;
  const personId = person ?? [...people.keys()].find((key) => key !== assistantKey) ?? [...people.keys()][0];
  const starting = useMutation({
    mutationFn: (of: { scorecardId: string; personId: string }) =>
      call(startReview, {
        body: {
          conversationId,
          scorecardId: of.scorecardId,
          personId: of.personId === assistantKey ? null : of.personId,
        },
      }),
    onSuccess: (review) => {
      onClose();
      void navigate(reviewAddress(review));
    },
    onError: (error) => toastFailure(error),
  });
  const lack =
    scorecards?.length === 0 ? reviewWords('noScorecard') : people.size === 0 ? reviewWords('nobody') : undefined;
  return (
    <FormDialog
      title={reviewWords('review')}
      size="sm"
      submitLabel={reviewWords('begin')}
      isPaused={starting.isPending || !scorecardId || !personId}
      onSubmit={() => scorecardId && personId && starting.mutate({ scorecardId, personId })}
      onClose={onClose}
    >
      {lack ? (
        <Box color="fg.muted">{lack}</Box>
      ) : (
        <Stack gap="4">
          <SelectField
            label={reviewWords('person')}
            value={personId ?? ''}
            options={[...people].map(([value, label]) => ({ value, label }))}
            onChange={setPerson}
          />
          <SelectField
            label={reviewWords('scorecard')}
            value={scorecardId ?? ''}
            options={(scorecards ?? []).map(({ id, name }) => ({ value: id, label: name }))}
            onChange={setScorecard}
          />
        </Stack>
      )}
    </FormDialog>
  );
}
