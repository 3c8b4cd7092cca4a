import { Box } from '@chakra-ui/react';
import type { ImportCount, ImportIssue, ImportKind } from '@parley/contracts/imports/import';
import type { ReactNode } from 'react';
import { importWords } from '../../i18n/en/imports.ts';
import { locale } from '../../i18n/language.ts';

const kindName = (kind: ImportKind): string => importWords(kind === 'file' ? 'filesKind' : kind);

const columns = ['found', 'created', 'matched', 'skipped'] as const;

/** Shows how much of each kind was found, and what became of it. */
export function Counts({ counts }: { counts: readonly ImportCount[] }) {
  if (counts.length === 0) return null;
  return (
    <Box overflowX="auto">
      <Box as="table" w="full" maxW="xl" fontSize="sm" fontVariantNumeric="tabular-nums">
        <Box as="thead" color="fg.muted">
          <tr>
            <Cell isHead>{importWords('kind')}</Cell>
            {columns.map((column) => (
              <Cell key={column} isHead isNumber>
                {importWords(column)}
              </Cell>
            ))}
          </tr>
        </Box>
        <tbody>
          {counts.map((count) => (
            <Box as="tr" key={count.kind} borderTopWidth="1px">
              <Cell>{kindName(count.kind)}</Cell>
              {columns.map((column) => (
                <Cell key={column} isNumber>
                  {count[column].toLocaleString(locale())}
                </Cell>
              ))}
            </Box>
          ))}
        </tbody>
      </Box>
    </Box>
  );
}

interface CellProps {
  isHead?: boolean;
  isNumber?: boolean;
  children: ReactNode;
}

const Cell = ({ isHead = false, isNumber = false, children }: CellProps) => (
  <Box
    as={isHead ? 'th' : 'td'}
    py="1"
    pe="4"
    fontWeight={isHead ? '500' : '400'}
    textAlign={isNumber ? 'end' : 'start'}
  >
    {children}
  </Box>
);

/** Shows what can't be carried over as it was, with the first ids. */
export function Issues({ issues }: { issues: readonly ImportIssue[] }) {
  if (issues.length === 0) return null;
  return (
    <Box fontSize="sm">
      <Box fontWeight="500">{importWords('issues')}</Box>
      <Box as="ul" ps="4" listStyleType="disc">
        {issues.map(({ kind, reason, count, examples }) => (
          <li key={`${kind} ${reason}`}>
            {kindName(kind)}: {importWords(reason)} ({count.toLocaleString(locale())})
            <Box as="span" color="fg.muted" overflowWrap="anywhere">
              {' '}
              {importWords('examples', { ids: examples.slice(0, 5).join(', ') })}
            </Box>
          </li>
        ))}
      </Box>
    </Box>
  );
}
