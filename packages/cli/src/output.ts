import { unseen } from '@parley/contracts/schema';

/** Output of commands: text for people, or one JSON document per result with `--json`. */
export interface Output {
  readonly isJson: boolean;
  /** Prints a result: as JSON, or the text. */
  result(value: unknown, text: string): void;
  /** Prints progress for people; nothing with `--json`. */
  progress(text: string): void;
}

export const output = (isJson: boolean): Output => ({
  isJson,
  result: (value, text) => void process.stdout.write(`${isJson ? JSON.stringify(value) : printable(text)}\n`),
  progress: (text) => void (isJson || process.stderr.write(`${printable(text)}\n`)),
});

const unprintable = new RegExp(`[${unseen}]`, 'g');

/** Removes what a terminal would obey instead of showing it: customers write some of these texts. */
export const printable = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.replaceAll(unprintable, ''))
    .join('\n');

/** Returns the text in one line of at most `length` characters. */
export function shortened(text: string, length: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > length ? `${line.slice(0, length - 1)}…` : line;
}

/** Returns rows as columns of equal width. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
