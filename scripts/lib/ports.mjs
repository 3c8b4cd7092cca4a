import { randomInt } from 'node:crypto';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { isAlive } from './stopping.mjs';

/** Below the ports that systems give to outgoing connections and to port 0: from 32768 on Linux, else from 49152. */
const [firstPort, lastPort] = [20_000, 32_000];

const claims = path.join(os.tmpdir(), `parley-port-claims-${process.getuid?.() ?? 'all'}`);

/**
 * A TCP port that is free and claimed for this process: several runs pick ports at the same time, and between picking
 * and listening, or while a server is down, another's could sit down on it and answer in its name.
 *
 * @returns {Promise<number>}
 */
export async function freePort() {
  fs.mkdirSync(claims, { recursive: true });
  for (;;) {
    const port = randomInt(firstPort, lastPort);
    if ((await portTrouble(port, '127.0.0.1')) === undefined && claim(port)) return port;
  }
}

/**
 * False when a living process has claimed the port. A claim is a link that leads to a process's number: it is there at once
 * with what it says, where a file would be empty for a moment.
 *
 * @param {number} port
 * @returns {boolean}
 */
function claim(port) {
  const link = path.join(claims, String(port));
  try {
    fs.symlinkSync(String(process.pid), link);
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') throw error;
    if (isAlive(Number(fs.readlinkSync(link)))) return false;
    fs.rmSync(link, { force: true });
    return claim(port);
  }
}

/**
 * Why a port can't be listened on (`EADDRINUSE`, `EACCES`, `EADDRNOTAVAIL` …), or undefined when it can.
 *
 * @param {number} port
 * @param {string} host
 * @returns {Promise<string | undefined>}
 */
export async function portTrouble(port, host) {
  try {
    const server = await listen(port, host);
    await new Promise((resolve) => server.close(resolve));
    return undefined;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code;
  }
}

/**
 * @param {number} port
 * @param {string} host
 * @returns {Promise<net.Server>}
 */
function listen(port, host) {
  return new Promise((resolve, reject) => {
    const server = net.createServer();
    server.once('error', reject).listen(port, host, () => resolve(server));
  });
}
