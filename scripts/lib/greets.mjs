import net from 'node:net';

/**
 * Whether a server says something to whom connects to a port of this machine.
 *
 * @param {number} port
 * @returns {Promise<boolean>}
 */
export const greets = (port) =>
  new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1');
    socket.once('data', () => resolve(true)).once('error', () => resolve(false));
    socket.once('close', () => resolve(false));
    socket.once('data', () => socket.destroy());
  });
