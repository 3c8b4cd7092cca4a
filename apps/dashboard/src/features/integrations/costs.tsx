import { Box } from '@chakra-ui/react';
import { getAnswerCosts } from '@parley/contracts/routes/answers';
import { useRead } from '../../api/read.ts';
import { answerWords } from '../../i18n/en/answers.ts';
import { locale } from '../../i18n/language.ts';

/** What the assistant has cost for each conversation that it has solved alone. */
export function Costs() {
  const { data } = useRead(getAnswerCosts, {});
  if (!data) return null;
  const { costUsd, solved } = data;
  const money = new Intl.NumberFormat(locale(), { style: 'currency', currency: 'USD', maximumFractionDigits: 4 });
  const cost = money.format(costUsd);
  return (
    <Box fontSize="sm" color="fg.muted">
      {solved > 0
        ? answerWords('cost', { cost, solved, each: money.format(costUsd / solved) })
        : answerWords('costUnsolved', { cost })}
    </Box>
  );
}
