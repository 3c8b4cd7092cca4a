/** Two people change the same thing: one is first, the other is told who was and what it is now, and changes nothing. */
import { isDeepStrictEqual } from 'node:util';
import { type FieldError, fieldError, Problem } from '@parley/contracts/problems';
import { say, type Saying, type Words } from '@parley/contracts/sayings';
import type { Database, Transaction } from '@parley/db/database';
import { holdRow, type SharedTable } from '@parley/db/hold-row';
import { listAuditLog } from '@parley/db/audit/audit-log';

/** A change of some fields, and what its author has seen of them. */
export type AsSeen<Change extends object, Seen extends object = Change> = Change & {
  expected?: { [Field in keyof Seen]?: Seen[Field] | undefined } | undefined;
};

interface Changing<T extends object> {
  table: SharedTable;
  id: string;
  /** As it is answered: what the caller can have seen. */
  read: (db: Transaction) => Promise<T | undefined>;
  /** What it shall be; fields that are so already are nobody's conflict. */
  change: object;
  expected: { [Field in keyof T]?: T[Field] | undefined } | undefined;
  /** The refusal of what is not there, where nobody knows who removed it. */
  unknown: () => Problem;
}

/**
 * Holds a thing until the transaction ends, and answers it as it is, for who would change it.
 *
 * @throws Problem `not_found` saying who has removed it, and as `refuseChanged`
 */
export async function holdAsSeen<T extends object>(
  db: Transaction,
  { table, id, read, unknown, ...seen }: Changing<T>,
): Promise<T> {
  await holdRow(db, table, id);
  const present = await read(db);
  if (!present) throw await goneOr(db, id, unknown);
  await refuseChanged(db, { id, present, ...seen });
  return present;
}

/**
 * Refuses to change what is not as the caller has seen it any more, unless it is so as they want it.
 *
 * @throws Problem `conflict` saying who has changed it, and of each field what it is now; `invalid` for a change of nothing
 */
export async function refuseChanged(
  db: Database,
  { id, present, change, expected = {}, whoChanged = () => whoActedLast(db, id) }: Seeing,
): Promise<void> {
  const wanted = Object.values(change).filter((value) => value !== undefined);
  if (wanted.length === 0) throw new Problem('invalid', say('must_not_be_empty'));
  const errors: FieldError[] = [];
  for (const [field, seen] of Object.entries(expected)) {
    const now: unknown = Reflect.get(present, field);
    if (seen === undefined || isDeepStrictEqual(seen, now) || isDeepStrictEqual(Reflect.get(change, field), now))
      continue;
    errors.push(fieldError(field, nowWords(now)));
  }
  if (errors.length === 0) return;
  throw new Problem('conflict', changedWords(await whoChanged()), { errors });
}

const changedWords = (who: string | null | undefined): Saying =>
  who ? say('changed_meanwhile', { who }) : say('changed_meanwhile_by_somebody');

/** The refusal for what somebody has made another version of meanwhile, saying who. */
export async function changedMeanwhile(db: Database, id: string): Promise<Problem> {
  return new Problem('conflict', changedWords(await whoActedLast(db, id)));
}

interface Seeing {
  id: string;
  /** As it is answered. */
  present: object;
  change: object;
  expected?: object | undefined;
  /** The name of who has changed it last; unless told, what the audit log says. */
  whoChanged?: () => Promise<string | null | undefined>;
}

async function whoActedLast(db: Database, id: string): Promise<string | null | undefined> {
  const [last] = await listAuditLog(db, { subject: id, limit: 1 });
  return last?.actorName;
}

const isId = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
const isText = (value: unknown): value is string | number =>
  typeof value === 'number' || (typeof value === 'string' && value !== '' && !isId(value));

/** What people can read of it. */
function nowWords(now: unknown): Words {
  const parts: unknown[] = Array.isArray(now) ? now : [now];
  if (parts.length === 0 || !parts.every(isText)) return say('now_another');
  const value = parts.join(', ');
  return value.length > 200 ? say('now_another') : say('now_is', { value });
}

/** `not_found`, saying who has removed it where the audit log knows. */
export async function goneOr(db: Database, id: string, unknown: () => Problem): Promise<Problem> {
  const [last] = await listAuditLog(db, { subject: id, limit: 1 });
  const isGone = last !== undefined && /\.(deleted|merged)$/.test(last.action);
  return isGone && last.actorName
    ? new Problem('not_found', say('removed_meanwhile', { who: last.actorName }))
    : unknown();
}
