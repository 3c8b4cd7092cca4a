// Node >= 20.19 built-ins only, here and in all of scripts/lib: it runs before anything is installed.
import fs from 'node:fs';
import path from 'node:path';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(
    `Parley needs Node 20.19 or newer to start; this is ${process.version}. It brings its own Node from there.`,
  );
  process.exit(1);
}

/** The checkout. */
export const root = path.resolve(import.meta.dirname, '../..');

/** Folder of the workspace's own commands, once installed. */
export const bin = path.join(root, 'node_modules/.bin');

/** The Node that runs the product; the one that runs these scripts may be older. */
export const node = path.join(bin, 'node');

/** Folder that these scripts unpack tools into; safe to delete. */
export const tools = path.join(root, '.local/tools');

/** The folder that holds an installation's databases, secret and logs: `PARLEY_DATA`, or `.local/data` in the checkout. */
export function dataFolder() {
  const folder = path.resolve(root, process.env.PARLEY_DATA || '.local/data');
  fs.mkdirSync(folder, { recursive: true });
  return folder;
}

/**
 * The full path of a command on PATH.
 *
 * @param {string} command
 * @returns {string | undefined}
 */
export function which(command) {
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter(Boolean);
  return folders.map((folder) => path.join(folder, command)).find(isExecutable);
}

/** @param {string} file */
function isExecutable(file) {
  try {
    fs.accessSync(file, fs.constants.X_OK);
    return fs.statSync(file).isFile();
  } catch {
    return false;
  }
}

/**
 * This process's environment with the workspace's commands first on PATH, so that `node` is the product's Node, which
 * keeps what it has compiled: a service then starts in half the time.
 *
 * @param {Record<string, string>} [additions]
 */
export function toolEnvironment(additions = {}) {
  const paths = {
    PATH: `${bin}${path.delimiter}${process.env.PATH}`,
    NODE_COMPILE_CACHE: path.join(root, '.local/cache'),
  };
  return { ...process.env, ...paths, ...additions };
}
