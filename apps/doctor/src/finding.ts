/** Result of one check of the doctor. */
export interface Finding {
  what: string;
  /** `warning`: it works, but needs a look. */
  state: 'good' | 'warning' | 'broken' | 'skipped';
  /** In plain words; no secrets and no personal data. */
  detail: string;
  /** Advice on how to fix it. */
  remedy?: string;
}

const marks = { good: 'ok  ', warning: 'warn', broken: 'FAIL', skipped: ' -  ' } as const;

/** Formats a finding as lines for a terminal. */
export function printed({ what, state, detail, remedy }: Finding): string {
  const line = `${marks[state]}  ${what.padEnd(22)} ${detail}`;
  return remedy && state !== 'good' ? `${line}\n      ${''.padEnd(22)} → ${remedy}` : line;
}

/** An error in few words, without the addresses and passwords that some carry. */
export function reason(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { code } = error as NodeJS.ErrnoException;
  const text = error.message || code || error.name;
  return text.replaceAll(/\w+:\/\/\S+/g, '…').slice(0, 200);
}
