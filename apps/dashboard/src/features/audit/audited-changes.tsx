import { Box } from '@chakra-ui/react';
import { type ChangedField, changedFieldsOf, listChange } from '@parley/contracts/audit/changed-fields';
import type { AuditEntry } from '@parley/contracts/entities';
import { auditWords } from '../../i18n/en/audit.ts';
import { rehearsalWords } from '../../i18n/en/rehearsals.ts';
import { listed } from '../../i18n/language.ts';
import { Facts } from '../../ui/facts.tsx';
import { fieldName, type Names, valueName } from './field-names.ts';

/** A changed field with its name, in words. */
export interface ChangeInWords {
  name: string;
  change: string;
}

/** Returns what an entry's action changed, from what to what. */
export const changesInWords = ({ subject, details }: AuditEntry, names: Names): ChangeInWords[] =>
  changedFieldsOf(details).flatMap((field) => {
    const name = fieldName(subject, field.path, names);
    return name === null ? [] : [{ name, change: changeOf(subject, field, names) }];
  });

function changeOf(subject: string | null, field: ChangedField, names: Names): string {
  if (field.isSecret) return auditWords('secretChanged');
  const wordsFor = (value: unknown) => valueInWords(subject, field.path, value, names);
  const list = listChange(field);
  if (list) {
    const signed = (sign: string, values: readonly string[]) => values.map((each) => `${sign}${wordsFor(each)}`);
    const gainsAndLosses = [...signed('+', list.added), ...signed('−', list.removed)];
    if (gainsAndLosses.length > 0) return listed(gainsAndLosses);
  }
  return auditWords('fromTo', { before: wordsFor(field.before), after: wordsFor(field.after) });
}

/** Returns a value as its screen has it, else as it is stored. */
export function valueInWords(subject: string | null, path: readonly string[], value: unknown, names: Names): string {
  const named = valueName(subject, path, value);
  if (named !== undefined) return named;
  if (value === undefined || value === null || value === '') return rehearsalWords('nothing');
  if (typeof value === 'boolean') return rehearsalWords(value ? 'on' : 'off');
  if (Array.isArray(value)) {
    if (value.length === 0) return rehearsalWords('nothing');
    return listed(value.map((each) => valueInWords(subject, path, each, names)));
  }
  if (typeof value === 'string') return names.get(value) ?? value;
  return typeof value === 'object' && 'name' in value ? String(value.name) : JSON.stringify(value);
}

const shownInRow = 3;
/** A longer change is shown by its name alone until the entry is opened. */
const shortChange = 60;

/** Shows the first changes of an entry on one line. */
export function ChangesLine({ changes }: { changes: readonly ChangeInWords[] }) {
  const hidden = changes.length - shownInRow;
  return (
    <Box color="fg.muted" fontSize="xs" overflowWrap="anywhere">
      <Facts>
        {changes
          .slice(0, shownInRow)
          .map(({ name, change }) =>
            change.length > shortChange ? name : auditWords('namedChange', { name, change }),
          )}
        {hidden > 0 && `+${hidden}`}
      </Facts>
    </Box>
  );
}
