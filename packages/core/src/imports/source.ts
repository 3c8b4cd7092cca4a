/** Contract of a source: the folder of one product, which yields pages of neutral records. */
import type { ImportIssueReason, ImportKind } from '@parley/contracts/imports/import';
import type { ImportConnection } from '@parley/contracts/imports/sources';
import type { ImportApi } from './api.ts';

/** Page of a step. `records` are checked by the engine; `next` is null at the end of the step. */
export interface SourcePage {
  records: readonly unknown[];
  next: unknown;
  /** Found while reading, beside what the engine finds. */
  issues?: readonly { kind: ImportKind; reason: ImportIssueReason; example: string }[];
}

/** Reads one kind of things, page by page; `position` is the former page's `next`, null for the first one. */
export type SourceStep = (api: ImportApi, position: unknown) => Promise<SourcePage>;

/** Product that is read by its API. */
export interface ApiSource {
  /** Returns the address of a connection and the headers that prove it. */
  access(connection: ImportConnection): ApiAccess;
  /** Calls something small. Returns what the account is called, the same at each import. @throws CallFailed */
  identify(api: ImportApi, connection: ImportConnection): Promise<string>;
  /** In their order; a cursor names one by its number. */
  steps: readonly SourceStep[];
}

export interface ApiAccess {
  /** Without a slash at its end. */
  url: string;
  headers: Readonly<Record<string, string>>;
  /** Never shown, where the other side repeats it. */
  secrets: readonly string[];
}
