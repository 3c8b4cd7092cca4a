import { portTrouble } from './ports.mjs';
import { Refusal } from './print.mjs';

/** Listening on these means listening on every address of the machine. */
const everywhere = ['0.0.0.0', '::'];

/**
 * Returns where this installation listens and its public address, by `HOST`, `PORT` and `PUBLIC_URL`.
 *
 * @returns {Promise<{ host: string, port: number, localUrl: string, url: string, isOpenToOthers: boolean }>} `localUrl`
 * is the address for this machine itself
 */
export async function address() {
  const host = process.env.HOST || '127.0.0.1';
  const port = Number(process.env.PORT || 3000);
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new Refusal(`PORT is “${process.env.PORT}”, which is no port.`);
  const trouble = await portTrouble(port, host);
  if (trouble === 'EADDRINUSE') {
    throw new Refusal(
      `Port ${port} is taken by another program. Stop that one, or choose another: PORT=${port + 1} npm start`,
    );
  }
  if (trouble) throw new Refusal(`${host}:${port} can't be listened on (${trouble}). Set HOST and PORT.`);
  const isLocal = host === 'localhost' || host === '::1' || host.startsWith('127.');
  const name = isLocal || everywhere.includes(host) ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  const localUrl = `http://${name === 'localhost' && host !== '::1' ? '127.0.0.1' : name}:${port}`;
  return { host, port, localUrl, url: process.env.PUBLIC_URL || `http://${name}:${port}`, isOpenToOthers: !isLocal };
}
