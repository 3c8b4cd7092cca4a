/** The audit log: whether every entry is there, and as it was written. */
import { checkAuditChain } from '@parley/core/audit/chain';
import type { Context } from '@parley/core/context';
import type { Finding } from './finding.ts';

const what = 'Audit log';

export async function checkAudit(context: Pick<Context, 'db' | 'secrets'>): Promise<Finding> {
  const { entries, begunAt, broken, waiting } = await checkAuditChain(context);
  if (broken) {
    const remedy =
      'Somebody has changed the table audit_log, or APP_SECRET was replaced without APP_SECRET_PREVIOUS: docs/operations.md#the-audit-log.';
    return { what, state: 'broken', detail: `The chain is broken at entry ${broken.no} (${broken.why}).`, remedy };
  }
  if (waiting > 0) {
    const remedy = 'Is the worker running?';
    return { what, state: 'warning', detail: `${waiting} entries have not been chained.`, remedy };
  }
  const since = begunAt ? `, unbroken since ${begunAt.slice(0, 10)}` : '';
  return { what, state: 'good', detail: `${entries} ${entries === 1 ? 'entry' : 'entries'}${since}` };
}
