import { Box } from '@chakra-ui/react';
import type { AssistantState } from '@parley/contracts/assistant/answers';
import { integrationWords } from '../../i18n/en/integrations.ts';
import { t } from '../../i18n/server-text.ts';
import { Tag, type TagTone } from '../../ui/tag.tsx';
import { Time } from '../../ui/time.tsx';

type State = AssistantState['status']['state'];

export const modelStateWords = {
  needs_model: 'needsModel',
  untested: 'enabled',
  working: 'working',
  key_refused: 'keyRefused',
  failing: 'failing',
} as const satisfies Record<State, string>;

export const modelStateTones: Record<State, TagTone> = {
  needs_model: 'amber',
  untested: 'green',
  working: 'green',
  key_refused: 'red',
  failing: 'red',
};

/** Shows whether the model answers: since when, or its last error and the time of it. */
export function ModelStatus({ status: { state, answeredAt, failure } }: Pick<AssistantState, 'status'>) {
  if (state === 'untested' || state === 'needs_model') return null;
  return (
    <Box role="status" fontSize="sm" display="flex" flexWrap="wrap" gap="2" alignItems="baseline">
      <Tag tone={modelStateTones[state]}>{integrationWords(modelStateWords[state])}</Tag>
      {answeredAt && (
        <Box as="span" color="fg.muted">
          {integrationWords.rich('lastAnswer', { time: <Time key="time" at={answeredAt} /> })}
        </Box>
      )}
      {failure && (
        <Box as="span" color="fg.muted" overflowWrap="anywhere">
          {integrationWords.rich('lastError', {
            time: <Time key="time" at={failure.at} />,
            error: t(failure.localized, failure.text),
          })}
        </Box>
      )}
    </Box>
  );
}
