import type { Migration } from 'kysely/migration';
import * as initial from './0001_initial.ts';

/** Every migration by name, in order. A released one never changes: what comes after it is a new one. */
export const migrations: Record<string, Migration> = {
  '0001_initial': initial,
};
