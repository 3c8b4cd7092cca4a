/** The settings as a process keeps them: read once, with their secrets readable, until a change is announced. */
import type { Settings } from '@parley/contracts/settings/settings';
import { readSettings } from '@parley/db/settings/settings';
import type { Context } from '../context.ts';
import { completeSettings } from './complete.ts';

/** A lost announcement costs at most this. */
const maxAgeMs = 10_000;

export interface SettingsReader {
  /** The settings with defaults filled in and secrets in the clear; never to be answered as they are. */
  read(): Promise<Settings>;
  /** Forgets the copy; the next read asks the database. */
  forget(): void;
}

/** Creates a reader that caches the settings for ten seconds. */
export function createSettingsReader({ db, secrets }: Pick<Context, 'db' | 'secrets'>): SettingsReader {
  let copy: { settings: Promise<Settings>; until: number } | undefined;

  return {
    read() {
      if (!copy || copy.until < Date.now()) {
        const settings = readSettings(db).then((stored) => completeSettings(secrets, stored));
        const mine = { settings, until: Date.now() + maxAgeMs };
        copy = mine;
        // A failed read is not kept: the next one asks again.
        settings.catch(() => {
          if (copy === mine) copy = undefined;
        });
      }
      return copy.settings;
    },
    forget() {
      copy = undefined;
    },
  };
}
