import net from 'node:net';

/**
 * A port that nobody listens on, chosen by the system.
 *
 * @returns {Promise<number>}
 */
export async function freePort() {
  const server = await listen(0, '127.0.0.1');
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('No port was given.');
  return address.port;
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
