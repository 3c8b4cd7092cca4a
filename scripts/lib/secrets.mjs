import { randomBytes } from 'node:crypto';
import fs from 'node:fs';

/**
 * A random secret, made at the first asking and kept in a file that only its owner may read.
 *
 * @param {string} file
 * @returns {string} 64 hex digits
 */
export function keptSecret(file) {
  try {
    fs.writeFileSync(file, `${randomBytes(32).toString('hex')}\n`, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
  }
  return fs.readFileSync(file, 'utf8').trim();
}
