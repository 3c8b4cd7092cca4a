/**
 * Detects conflicting changes of two users: the first one wins, the other gets the author and the present value, and
 * changes nothing.
 */
import { isDeepStrictEqual } from 'node:util';
import { type FieldError, fieldError, Problem } from '@parley/contracts/problems';
import { localize, type LocalizedText, type Text } from '@parley/contracts/i18n/server-texts';
import type { Database, Transaction } from '@parley/db/database';
import { holdRow, type SharedTable } from '@parley/db/hold-row';
import { listAuditLog } from '@parley/db/audit/audit-log';
import { isUuid } from '@parley/db/uuid';

/** Change of some fields, with the values that its author has seen. */
export type AsSeen<Change extends object, Seen extends object = Change> = Change & {
  expected?: { [Field in keyof Seen]?: Seen[Field] | undefined } | undefined;
};

interface Changing<T extends object> {
  table: SharedTable;
  id: string;
  /** Reads the entity as it is returned to callers, who can have seen only that. */
  read: (db: Transaction) => Promise<T | undefined>;
  /** Wanted values; fields that have them already cause no conflict. */
  change: object;
  expected: { [Field in keyof T]?: T[Field] | undefined } | undefined;
  /** Refusal if it does not exist and the audit log doesn't name the user who removed it. */
  unknown: () => Problem;
}

/**
 * Locks an entity until the transaction ends, and returns its present state to change.
 *
 * @throws Problem `not_found` naming the user who has removed it, and as `refuseChanged`
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
 * Refuses to change fields that differ from the values the caller has seen, unless they already have the wanted ones.
 *
 * @throws Problem `conflict` with the author of the change and the present value of each field; `invalid` for an empty
 * change
 */
export async function refuseChanged(
  db: Database,
  { id, present, change, expected = {}, whoChanged = () => whoActedLast(db, id) }: Seeing,
): Promise<void> {
  const wanted = Object.values(change).filter((value) => value !== undefined);
  if (wanted.length === 0) throw new Problem('invalid', localize('must_not_be_empty'));
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

const changedWords = (who: string | null | undefined): LocalizedText =>
  who ? localize('changed_meanwhile', { who }) : localize('changed_meanwhile_by_somebody');

/** Returns the refusal for another version written in the meantime, with its author. */
export async function changedMeanwhile(db: Database, id: string): Promise<Problem> {
  return new Problem('conflict', changedWords(await whoActedLast(db, id)));
}

interface Seeing {
  id: string;
  /** Entity as it is returned to callers. */
  present: object;
  change: object;
  expected?: object | undefined;
  /** Name of the last author; by default the one in the audit log. */
  whoChanged?: () => Promise<string | null | undefined>;
}

async function whoActedLast(db: Database, id: string): Promise<string | null | undefined> {
  const [last] = await listAuditLog(db, { subject: id, limit: 1 });
  return last?.actorName;
}

const isText = (value: unknown): value is string | number =>
  typeof value === 'number' || (typeof value === 'string' && value !== '' && !isUuid(value));

/** Returns the present value as a readable text. */
function nowWords(now: unknown): Text {
  const parts: unknown[] = Array.isArray(now) ? now : [now];
  if (parts.length === 0 || !parts.every(isText)) return localize('now_another');
  const value = parts.join(', ');
  return value.length > 200 ? localize('now_another') : localize('now_is', { value });
}

/** Returns `not_found`, with the user who removed it if the audit log contains them. */
export async function goneOr(db: Database, id: string, unknown: () => Problem): Promise<Problem> {
  const [last] = await listAuditLog(db, { subject: id, limit: 1 });
  const isGone = last !== undefined && /\.(deleted|merged)$/.test(last.action);
  return isGone && last.actorName
    ? new Problem('not_found', localize('removed_meanwhile', { who: last.actorName }))
    : unknown();
}
