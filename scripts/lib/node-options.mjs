import fs from 'node:fs';
import path from 'node:path';
import { root } from './places.mjs';

/**
 * The options that Node gets to run a program of this checkout, such as how much memory it sets aside for short-lived
 * garbage: those of its package's `start`, which are its image's too.
 *
 * @param {string} folder seen from the checkout
 * @returns {string[]}
 */
export function nodeOptions(folder) {
  const { scripts } = JSON.parse(fs.readFileSync(path.join(root, folder, 'package.json'), 'utf8'));
  // `node`, its options, the file.
  return scripts.start.split(' ').slice(1, -1);
}
