/** Computes the hash of an entry. Receivers of the log compute the same: docs/operations.md#the-audit-log. */
import { hash } from 'node:crypto';
import type { AuditRow } from '@parley/db/audit/chain';

/** Before the first entry of a chain. */
export const noHash = '0'.repeat(64);

/** Hex SHA-256 of a JSON list in which the hash before comes first, and the names within objects are sorted. */
export function entryHash(before: string, no: number, entry: AuditRow): string {
  const { id, at, actorId, actorName, action, subjectType, subjectId, details, address } = entry;
  const fields = [
    before,
    no,
    id,
    at.toISOString(),
    actorId,
    actorName,
    action,
    subjectType,
    subjectId,
    details,
    address,
  ];
  return hash('sha256', JSON.stringify(fields.map(sorted)));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([name, each]) => [name, sorted(each)]));
}
