/** The audit log: whether every entry is there, as it was written, and as it was noted outside the database. */
import type { AuditChain } from '@parley/contracts/audit/audit';
import { checkAuditChain } from '@parley/core/audit/chain';
import type { NoteContext } from '@parley/core/audit/notes';
import type { Context } from '@parley/core/context';
import type { Finding } from './finding.ts';

const what = 'Audit log';

export async function checkAudit(context: Pick<Context, 'db'> & NoteContext): Promise<Finding> {
  const { entries, begunAt, broken, waiting, noted } = await checkAuditChain(context);
  if (broken) return { what, state: 'broken', ...brokenWords(broken, noted) };
  if (waiting > 0) {
    const remedy = 'Is the worker running?';
    return { what, state: 'warning', detail: `${waiting} entries have not been chained.`, remedy };
  }
  const since = begunAt ? `, unbroken since ${begunAt.slice(0, 10)}` : '';
  const outside = noted
    ? `, as noted outside the database since ${noted.since.slice(0, 10)}`
    : ', nothing noted outside the database to compare it with';
  return { what, state: 'good', detail: `${entries} ${entries === 1 ? 'entry' : 'entries'}${since}${outside}` };
}

function brokenWords(
  { no, why }: NonNullable<AuditChain['broken']>,
  noted: AuditChain['noted'],
): { detail: string; remedy: string } {
  if (why === 'missing' || why === 'changed' || why === 'ends') {
    return {
      detail: `The chain is broken at entry ${no} (${why}).`,
      remedy:
        'The table audit_log was changed, or APP_SECRET was replaced without APP_SECRET_PREVIOUS: docs/operations.md#the-audit-log.',
    };
  }
  return {
    detail: `It ends at entry ${no} and differs from entry ${noted?.no ?? 0}, which was noted outside the database (${why}).`,
    remedy:
      'After the restore of a backup, acknowledge it in Settings, Audit Log. Otherwise the database was reset to an older state: docs/operations.md#the-audit-log.',
  };
}
