import { randomBytes } from 'node:crypto';
import fs from 'node:fs';

/**
 * A random secret, made at the first asking and kept in a file that only its owner may read.
 *
 * @param {string} file
 * @returns {string} 64 hex digits
 */
export function keptSecret(file) {
  if (!fs.existsSync(file)) {
    // Never a part of one, or none, under its name: the disk may be full.
    const unfinished = `${file}.unfinished`;
    fs.writeFileSync(unfinished, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600 });
    fs.renameSync(unfinished, file);
  }
  return fs.readFileSync(file, 'utf8').trim();
}
