/**
 * CSV as RFC 4180 describes it, and as spreadsheets write it: `;` or tabs between cells, a byte order mark in front, and
 * Excel's own first line `sep=;`, which names the separator.
 */
import { Problem } from '@parley/contracts/problems';
import { localize } from '@parley/contracts/i18n/server-texts';

export interface CsvRow {
  /** The line of the file it begins on, from 1. */
  line: number;
  cells: string[];
}

const separators = [',', ';', '\t'] as const;

/** The separator that the first line names, with the length of that line, or the one it contains most often. */
export function separatorOf(text: string): { separator: string; start: number } {
  const [head = ''] = text.split('\n', 1);
  const named = separators.find((each) => head.toLowerCase() === `sep=${each}`);
  if (named !== undefined) return { separator: named, start: head.length + 1 };
  const count = (separator: string) => head.split(separator).length;
  return { separator: separators.reduce((best, each) => (count(each) > count(best) ? each : best)), start: 0 };
}

/** The rows of a file without those that are empty. @throws Problem `invalid` for a quote that is never closed */
export function readCsv(file: string): CsvRow[] {
  const text = file
    .replace(/^\ufeff/, '')
    .replaceAll('\r\n', '\n')
    .replaceAll('\r', '\n');
  const { separator, start } = separatorOf(text);
  const rows: CsvRow[] = [];
  let line = start === 0 ? 1 : 2;
  let row: CsvRow = { line, cells: [] };
  let at = start;
  const end = () => {
    if (row.cells.some((cell) => cell !== '')) rows.push(row);
    row = { line, cells: [] };
  };
  while (at < text.length) {
    const { cell, next } = text[at] === '"' ? quotedCell(text, at, line) : plainCell(text, at, separator);
    row.cells.push(unguarded(cell));
    line += lineBreaks(text.slice(at, next));
    at = next + 1;
    if (text[next] === separator && at < text.length) continue;
    // A separator at the very end is followed by an empty cell.
    if (text[next] === separator) row.cells.push('');
    line += 1;
    end();
  }
  return rows;
}

const lineBreaks = (text: string): number => text.split('\n').length - 1;

/** `next` is where the separator or the end of the line is. */
function plainCell(text: string, at: number, separator: string): { cell: string; next: number } {
  let next = at;
  while (next < text.length && text[next] !== separator && text[next] !== '\n') next += 1;
  return { cell: text.slice(at, next), next };
}

function quotedCell(text: string, at: number, line: number): { cell: string; next: number } {
  let from = at + 1;
  let cell = '';
  for (;;) {
    const quote = text.indexOf('"', from);
    if (quote < 0) throw new Problem('invalid', localize('quote_open', { line }));
    cell += text.slice(from, quote);
    if (text[quote + 1] !== '"') {
      const next = text.slice(quote + 1, quote + 2);
      if (next === '' || next === '\n' || separators.some((each) => each === next)) return { cell, next: quote + 1 };
      throw new Problem('invalid', localize('quote_followed', { line }));
    }
    cell += '"';
    from = quote + 2;
  }
}

/**
 * Writes an apostrophe in front of cells that a spreadsheet would take for a formula
 * (https://owasp.org/www-community/attacks/CSV_Injection); reading removes it again.
 */
const guarded = (cell: string): string => (/^'*[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell);
export const unguarded = (cell: string): string => (/^'+[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell);

const writeCell = (cell: string): string => {
  const safe = guarded(cell);
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** Returns a line of the file, with its line break. */
export const writeCsvRow = (cells: readonly string[]): string => `${cells.map(writeCell).join(',')}\r\n`;
