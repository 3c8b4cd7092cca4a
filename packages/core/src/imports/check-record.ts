/** Checks what a source yields and makes it storable, before it is stored. */
import {
  type ImportedMessage,
  type ImportedRecord,
  importedRecords,
  type ImportedType,
  importedTypes,
} from '@parley/contracts/imports/records';
import type * as Type from 'typebox';
import { Compile } from 'typebox/compile';
import type { Tally } from './tally.ts';
import { fieldsOf, idOf } from './values.ts';

const checks = new Map(importedTypes.map((type) => [type, Compile<Type.TSchema>(importedRecords[type])]));

const isRecord = (type: ImportedType, record: unknown): record is ImportedRecord =>
  checks.get(type)?.Check(record) === true;

const isType = (type: unknown): type is ImportedType => importedTypes.some((each) => each === type);

/** Returns a copy without what Postgres can't store: NUL, and halves of characters. */
function storable(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('\0', '\ufffd').toWellFormed();
  if (Array.isArray(value)) return value.map(storable);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [String(storable(key)), storable(each)]));
}

/** Whether only the mapping needs records of a type, of which each counts once. */
export const isMapped = (type: ImportedType): boolean => type === 'user' || type === 'inbox' || type === 'attribute';

/** Returns the record if it is one, and counts it; otherwise notes that it can't be read. */
export function checkRecord(given: unknown, tally: Tally): ImportedRecord | undefined {
  const record = storable(given);
  const { type, id } = fieldsOf(record);
  if (!isType(type)) {
    tally.skip('conversation', 'unreadable', idOf(id));
    return undefined;
  }
  if (!isMapped(type)) tally.count(type, 'found');
  if (!isRecord(type, record)) {
    tally.skip(type, 'unreadable', idOf(id));
    return undefined;
  }
  if (record.type === 'conversation') record.messages = record.messages.toSorted(byTime);
  return record;
}

const byTime = (one: ImportedMessage, other: ImportedMessage): number =>
  Date.parse(one.createdAt) - Date.parse(other.createdAt);
