import fs from 'node:fs';
import path from 'node:path';
import { Refusal } from './print.mjs';
import { commandLine, isAlive } from './stopping.mjs';

/**
 * Describes what runs on a data folder, for other tools on this machine.
 *
 * @typedef {{ pid: number, url?: string, DATABASE_URL?: string, REDIS_URL?: string, services?: Record<string, string>
 * }} Running
 */

/** @param {string} folder */
const fileIn = (folder) => path.join(folder, 'running.json');

/**
 * Takes a data folder for this process, since two on one folder would spoil its data.
 *
 * @param {string} folder
 */
export function takeFolder(folder) {
  const running = readRunning(folder);
  if (running && running.pid !== process.pid && isAlive(running.pid) && commandLine(running.pid).includes('scripts/')) {
    const where = running.url ? `, at ${running.url}` : '';
    throw new Refusal(
      `Parley already runs on ${folder}${where} (process ${running.pid}). For a second one set PORT and PARLEY_DATA.`,
    );
  }
  writeRunning(folder, {});
  process.once('exit', () => leave(folder));
}

/**
 * Says what runs on a data folder. The file holds passwords, so it is its owner's alone.
 *
 * @param {string} folder
 * @param {Omit<Running, 'pid'>} running
 */
export function writeRunning(folder, running) {
  fs.rmSync(fileIn(folder), { force: true });
  const text = `${JSON.stringify({ pid: process.pid, ...running }, undefined, 2)}\n`;
  fs.writeFileSync(fileIn(folder), text, { mode: 0o600 });
}

/** @param {string} folder */
function leave(folder) {
  if (readRunning(folder)?.pid === process.pid) fs.rmSync(fileIn(folder), { force: true });
}

/**
 * Reads what runs on a data folder; undefined when nothing does.
 *
 * @param {string} folder
 * @returns {Running | undefined}
 */
export function readRunning(folder) {
  try {
    return JSON.parse(fs.readFileSync(fileIn(folder), 'utf8'));
  } catch {
    return undefined;
  }
}
