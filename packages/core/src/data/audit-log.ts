/** Reads and exports the audit log. */
import { changedFieldsOf } from '@parley/contracts/audit/changed-fields';
import type { AuditEntry } from '@parley/contracts/entities';
import { type AuditFilter, type AuditPage, listAuditLog } from '@parley/db/audit/audit-log';
import { customerSubjects, subjectNames } from '@parley/db/audit/subject-names';
import { recordAudit } from '../audit/record.ts';
import type { StaffCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { writeCsvRow } from '../text/csv.ts';
import { can, refuseWithout } from '../permissions/permissions.ts';

/** The newest entries first; `before` continues behind an entry. */
export async function readAuditLog(context: Pick<Context, 'db'>, page: AuditPage): Promise<AuditEntry[]> {
  return listAuditLog(context.db, page);
}

/** Returns entries with the present names of their subjects; customers' names only for callers who may see them. */
export async function readNamedAuditLog(
  context: Pick<Context, 'db' | 'settings'>,
  caller: StaffCaller,
  page: AuditPage,
): Promise<AuditEntry[]> {
  await refuseWithout(context, caller, 'audit.read');
  const entries = await listAuditLog(context.db, page);
  const maySeeCustomers = await can(context, caller, 'contacts.read');
  const isNamed = (subject: string) => maySeeCustomers || !customerSubjects.has(subject.split(' ')[0] ?? '');
  const names = await subjectNames(
    context.db,
    entries.flatMap(({ subject }) => (subject !== null && isNamed(subject) ? [subject] : [])),
  );
  return entries.map((entry) => {
    const subjectName = entry.subject === null ? undefined : names.get(entry.subject);
    return subjectName === undefined ? entry : { ...entry, subjectName };
  });
}

const perRead = 500;
const columns = [
  'no',
  'at',
  'actor id',
  'actor',
  'address',
  'action',
  'subject',
  'changes',
  'details',
  'hash',
] as const;

/**
 * Yields all entries that match a filter, newest first, as CSV in pieces. The export is itself recorded as an entry.
 */
export async function* auditLogCsv(
  context: Pick<Context, 'db' | 'settings'>,
  caller: StaffCaller,
  filter: AuditFilter,
): AsyncGenerator<string> {
  await refuseWithout(context, caller, 'audit.read');
  await recordAudit(context, caller, { action: 'audit.exported', details: { ...filter } });
  yield writeCsvRow(columns);
  for (let before: string | undefined; ; ) {
    const entries = await listAuditLog(context.db, { ...filter, before, limit: perRead });
    if (entries.length > 0) yield entries.map((entry) => writeCsvRow(cellsOf(entry))).join('');
    before = entries.at(-1)?.id;
    if (entries.length < perRead) return;
  }
}

function cellsOf({ no, at, actorId, actorName, address, action, subject, details, hash }: AuditEntry): string[] {
  const cells = [no?.toString(), at, actorId, actorName, address, action, subject];
  return [...cells, changesOf(details), JSON.stringify(details), hash].map((cell) => cell ?? '');
}

/** Returns what changed as `retention: "never" → "1y"; smtpPassword: changed`, by the names of the API. */
const changesOf = (details: AuditEntry['details']): string =>
  changedFieldsOf(details)
    .map(({ path, before, after, isSecret }) => {
      const change = isSecret ? 'changed' : `${JSON.stringify(before) ?? 'null'} → ${JSON.stringify(after) ?? 'null'}`;
      return `${path.join('.')}: ${change}`;
    })
    .join('; ');
