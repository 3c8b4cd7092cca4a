import { Box, Table } from '@chakra-ui/react';
import type { ImportCount, ImportIssue, ImportKind } from '@parley/contracts/imports/import';
import { importWords } from '../../i18n/en/imports.ts';
import { locale } from '../../i18n/language.ts';

const kindName = (kind: ImportKind): string => importWords(kind === 'file' ? 'filesKind' : kind);

const columns = ['found', 'created', 'matched', 'skipped'] as const;

/** Shows how much of each kind was found, and what became of it. */
export function Counts({ counts }: { counts: readonly ImportCount[] }) {
  if (counts.length === 0) return null;
  return (
    <Table.ScrollArea>
      <Table.Root size="sm">
        <Table.Header>
          <Table.Row>
            <Table.ColumnHeader>{importWords('kind')}</Table.ColumnHeader>
            {columns.map((column) => (
              <Table.ColumnHeader key={column} textAlign="end">
                {importWords(column)}
              </Table.ColumnHeader>
            ))}
          </Table.Row>
        </Table.Header>
        <Table.Body>
          {counts.map((count) => (
            <Table.Row key={count.kind}>
              <Table.Cell>{kindName(count.kind)}</Table.Cell>
              {columns.map((column) => (
                <Table.Cell key={column} textAlign="end" fontVariantNumeric="tabular-nums">
                  {count[column].toLocaleString(locale())}
                </Table.Cell>
              ))}
            </Table.Row>
          ))}
        </Table.Body>
      </Table.Root>
    </Table.ScrollArea>
  );
}

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
