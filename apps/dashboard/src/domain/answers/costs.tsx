import { Box } from '@chakra-ui/react';
import { getAnswerCosts } from '@parley/contracts/routes/answers';
import { useRead } from '../../api/read.ts';
import { answerWords } from '../../i18n/en/answers.ts';
import { locale } from '../../i18n/language.ts';

/** Formats an amount. A conversation may cost less than a cent: then with as many digits as needed. */
function money(amount: number): string {
  const digits = amount > 0 && amount < 0.01 ? { maximumSignificantDigits: 2 } : { maximumFractionDigits: 2 };
  return new Intl.NumberFormat(locale(), { style: 'currency', currency: 'USD', ...digits }).format(amount);
}

const secondsOf = (ms: number): string =>
  new Intl.NumberFormat(locale(), { style: 'unit', unit: 'second', maximumFractionDigits: 1 }).format(ms / 1000);

/** Shows what the assistant has cost for each conversation that it has solved alone. */
export function Costs() {
  const { data } = useRead(getAnswerCosts, {});
  if (!data) return null;
  const { costUsd, solved, ended, medianMs } = data;
  const cost = money(costUsd);
  return (
    <Box fontSize="sm" color="fg.muted">
      {solved > 0
        ? answerWords('cost', { cost, solved, each: money(costUsd / solved) })
        : answerWords('costUnsolved', { cost })}{' '}
      {ended > 0 && answerWords('costEnded', { ended })}{' '}
      {medianMs !== null && answerWords('answerTime', { seconds: secondsOf(medianMs) })}
    </Box>
  );
}
