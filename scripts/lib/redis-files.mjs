import fs from 'node:fs';
import path from 'node:path';

/** Files that Redis stores on disk; up to version 6 it is one file, from 7 on a folder. */
const kept = ['appendonlydir', 'appendonly.aof'];

/** How Redis and Valkey say that they can't read it. */
const damaged =
  /reading the append only file|AOF MANIFEST FILE ERROR|Invalid AOF|AOF file .* doesn't exist|Error loading the RDB|rdb file reading failure|RDB CRC error|Wrong (RDB checksum|signature)|Fatal error loading the DB/i;
/** It may be whole, and only this server unable to read it now. */
const unreadable = /No space left|Permission denied|Out of memory|Can't handle RDB format version/i;

/**
 * Moves what Redis can't read out of its way, beside it, so that the next start is an empty one. Not cut off where the
 * damage begins: what is before it is an older state, in which ended sessions hold and work that was done is waiting. (A
 * last command that was only half written when the power went is no damage: Redis leaves it out by itself.)
 *
 * @param {string} folder of Redis
 * @param {string} words that Redis said before it ended
 * @returns {string | undefined} what happened, for the operator; undefined when it ended for another reason
 */
export function setDamagedAside(folder, words) {
  const name = kept.find((each) => fs.existsSync(path.join(folder, each)));
  if (!name || !damaged.test(words) || unreadable.test(words)) return undefined;
  const aside = path.join(folder, `${name}.damaged-${new Date().toISOString().replaceAll(':', '-')}`);
  fs.renameSync(path.join(folder, name), aside);
  const reason = words.split('\n').find((line) => damaged.test(line)) ?? words;
  return [
    'Redis can’t read what it had kept, so it starts empty.',
    `Lost: who is signed in (sign in again), who is online, and queued work that had not begun. Conversations and settings are in Postgres, whole.`,
    `It said: ${reason.replace(/^\S+ \d+ \w+ [\d:.]+ \S /, '')}`,
    `The damaged files are in ${aside}; delete them when you don’t want to look into them (redis-check-aof).`,
  ].join('\n          ');
}
