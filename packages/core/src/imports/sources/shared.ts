/** Steps and texts that several sources have. */
import { type Json, listOf } from '@parley/contracts/json';
import { CallFailed } from '../../external/answer.ts';
import type { ImportApi } from '../api.ts';
import type { SourceStep } from '../source.ts';
import { fieldsOf, textOf } from '../values.ts';

/** Returns the answer, or null where there is no such thing: an account without a help centre, say. */
export async function optional(answer: Promise<unknown>): Promise<unknown> {
  return answer.catch((error: unknown) => {
    if (error instanceof CallFailed && (error.responseStatus === 404 || error.responseStatus === 403)) return null;
    throw error;
  });
}

/** Returns a step for a list that comes as a whole, perhaps below a field. */
export const whole =
  (path: string, field: string | null, toRecord: (item: Json) => Json | undefined): SourceStep =>
  async (api) => {
    const answer = await optional(api.get(path));
    const list = listOf(field === null ? answer : fieldsOf(answer)[field]);
    return { records: list.flatMap((item) => toRecord(item) ?? []), next: null };
  };

export const pageOf = (position: unknown): number => (typeof position === 'number' ? position : 1);

/** Returns a step for numbered pages, of which an empty one is the last. */
export const numbered =
  (
    readPage: (api: ImportApi, page: number) => Promise<unknown>,
    toRecords: (item: Json, api: ImportApi) => Json[] | Promise<Json[]>,
  ): SourceStep =>
  async (api, position) => {
    const page = pageOf(position);
    const list = listOf(await readPage(api, page));
    const records: Json[] = [];
    for (const item of list) records.push(...(await toRecords(item, api)));
    return { records, next: list.length === 0 ? null : page + 1 };
  };

/** Returns the host of an address, with or without its scheme. */
export const hostOf = (url: string | null): string | null =>
  url === null ? null : (URL.parse(url.includes('://') ? url : `https://${url}`)?.hostname ?? null);

/** Returns the last part of an address's path, as the name of its file. */
export function fileNameOf(url: string): string {
  const last = URL.parse(url)?.pathname.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(last) || 'file';
  } catch {
    // A stray `%`: it has one spelling.
    return last;
  }
}

/** Returns a file of a message; undefined without an address. */
export function fileRecord(file: { id: unknown; name?: unknown; url: unknown; size?: unknown }): Json[] {
  const url = textOf(file.url);
  if (url === null) return [];
  const size = Number(file.size ?? Number.NaN);
  const name = textOf(file.name) ?? fileNameOf(url);
  return [
    { id: textOf(file.id) ?? url.slice(0, 200), name, url, size: Number.isInteger(size) && size >= 0 ? size : null },
  ];
}

export const basic = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

/** Returns an address without slashes at its end. */
export const trimmedUrl = (address = ''): string => address.replace(/\/+$/, '');

/** Returns the full name of first and last names. */
export const fullName = (...parts: unknown[]): string => parts.flatMap((part) => textOf(part) ?? []).join(' ');
