import { Grid } from '@chakra-ui/react';
import { getAnswerCosts } from '@parley/contracts/routes/answers';
import type { Settings } from '@parley/contracts/settings/settings';
import { useRead } from '../../api/read.ts';
import { answerWords } from '../../i18n/en/answers.ts';
import { locale } from '../../i18n/language.ts';
import { TextField } from '../../ui/fields.tsx';
import { twoColumns } from '../../ui/two-columns.ts';
import { integerOf } from './fields.ts';

const limits = ['repliesPerMinute', 'repliesPerDay', 'tokensPerDay', 'tokensPerVisitorAndDay'] as const;
type Limit = (typeof limits)[number];

interface LimitsProps {
  value: Pick<Settings['aiConfig'], Limit>;
  fault: (limit: Limit) => string | undefined;
  onChange: (change: Partial<Pick<Settings['aiConfig'], Limit>>) => void;
}

/** Edits how much the assistant may answer and spend; an empty field means the limit of the server's environment. */
export function Limits({ value, fault, onChange }: LimitsProps) {
  const { data } = useRead(getAnswerCosts, {});
  const hintOf = (limit: Limit): string | undefined => {
    const ceiling = data?.ceilings?.[limit];
    if (ceiling === undefined) return undefined;
    if (ceiling === 0) return answerWords('noLimit');
    return answerWords('ceiling', { most: new Intl.NumberFormat(locale()).format(ceiling) });
  };
  return (
    <Grid templateColumns={twoColumns} gap="4">
      {limits.map((limit) => (
        <TextField
          key={limit}
          label={answerWords(limit)}
          hint={hintOf(limit)}
          inputMode="numeric"
          value={value[limit] ?? ''}
          error={fault(limit)}
          onChange={(event) => onChange({ [limit]: integerOf(event.target.value) || null })}
        />
      ))}
    </Grid>
  );
}
