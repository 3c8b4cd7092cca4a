/** The image's front, with `caddy` from the `PATH` or from `CADDY`; without one this file is left out. */
import { spawn } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '../../../scripts/lib/ports.mjs';
import { describeSmuggling } from './smuggling.ts';

const caddy = process.env['CADDY'] ?? 'caddy';
const caddyfile = path.resolve(import.meta.dirname, '../../images/Caddyfile');

/** Caddy with the image's own configuration, but for the ports. */
async function startCaddy(api: string): Promise<{ url: string; stop: () => void }> {
  const [port, ...others] = await Promise.all([freePort(), freePort(), freePort()]);
  const folder = mkdtempSync(path.join(tmpdir(), 'parley-caddy-'));
  const text = readFileSync(caddyfile, 'utf8')
    .replaceAll(/\b3000\b/g, new URL(api).port)
    .replaceAll(/\b8081\b/g, String(others[0]))
    .replaceAll(/\b8082\b/g, String(others[1]));
  const file = path.join(folder, 'Caddyfile');
  writeFileSync(file, text);
  copyFileSync(path.join(path.dirname(caddyfile), 'site.caddy'), path.join(folder, 'site.caddy'));
  const url = `http://127.0.0.1:${port}`;
  const env = {
    ...process.env,
    SITE_ADDRESS: `http://:${port}`,
    API: '127.0.0.1',
    REALTIME: '127.0.0.1',
    XDG_DATA_HOME: folder,
    XDG_CONFIG_HOME: folder,
  };
  const running = spawn(caddy, ['run', '--config', file, '--adapter', 'caddyfile'], { env, stdio: 'ignore' });
  const ended = once(running, 'exit');
  for (;;) {
    const answer = await fetch(`${url}/healthz`).catch(() => undefined);
    if (answer?.ok) return { url, stop: () => void running.kill() };
    if (running.exitCode !== null) throw new Error(`caddy has ended: ${String(await ended)}`);
  }
}

describeSmuggling('Caddy', startCaddy);
