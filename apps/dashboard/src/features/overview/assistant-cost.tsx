import { Box } from '@chakra-ui/react';
import { getAnswerCosts } from '@parley/contracts/routes/answers';
import { useQuery } from '@tanstack/react-query';
import { read, alwaysFresh } from '../../api/read.ts';
import { overviewWords } from '../../i18n/en/overview.ts';
import { Panel } from '../../ui/panel.tsx';
import { Costs } from '../../domain/answers/costs.tsx';

/** Shows the cost of a conversation that the assistant solves; nothing if there is no model and never was one. */
export function AssistantCost() {
  const { data } = useQuery({ ...read(getAnswerCosts, {}), ...alwaysFresh });
  if (!data || (data.ceilings === null && data.costUsd === 0)) return null;
  return (
    <Panel title={overviewWords('assistantCost')}>
      <Box data-numbers>
        <Costs />
      </Box>
    </Panel>
  );
}
