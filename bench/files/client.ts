/** Sending a file by tus, to either side, and knowing when it is done with. */
import type { Upload } from '@parley/contracts/routes/uploads';
import type { Database } from '@parley/db/database';
import type { RunningServer } from '../api/server.ts';

export interface Side {
  /** Sends a file whole; resolves when it may be looked at, its pictures made. */
  send(bytes: Buffer, name: string): Promise<void>;
  /** Processes with watched memory, by name. */
  processes: Readonly<Record<string, RunningServer>>;
}

const tus = { 'tus-resumable': '1.0.0' };

async function answered(call: Promise<Response>, status: number): Promise<Response> {
  const answer = await call;
  if (answer.status !== status) throw new Error(`${answer.url}: ${answer.status} ${await answer.text()}`);
  return answer;
}

const append = (url: string, bytes: Buffer, headers: Record<string, string>) =>
  answered(
    fetch(url, {
      method: 'PATCH',
      headers: { ...tus, ...headers, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
      body: Uint8Array.from(bytes),
    }),
    204,
  );

/** `@tus/server` and sharp in one process: what it answers the last byte with comes after the pictures. */
export const plainSide = (server: RunningServer): Side => ({
  processes: { 'one process': server },
  async send(bytes) {
    const headers = { ...tus, 'upload-length': String(bytes.length) };
    const created = await answered(fetch(`${server.url}/files`, { method: 'POST', headers }), 201);
    await append(new URL(created.headers.get('location') ?? '', server.url).href, bytes, {});
  },
});

const lookEveryMs = 10;

/** Resolves once a file is decided. One look at a time serves everybody who waits: asking must not be the work. */
function decisions(db: Database): (id: string) => Promise<void> {
  const waiting = new Map<string, () => void>();
  const look = async (): Promise<void> => {
    while (waiting.size > 0) {
      const asked = [...waiting.keys()];
      const undecided = await db
        .selectFrom('files')
        .select('id')
        .where('id', 'in', asked)
        .where('state', 'in', ['receiving', 'checking'])
        .execute();
      const still = new Set(undecided.map(({ id }) => id));
      for (const id of asked) {
        if (still.has(id)) continue;
        waiting.get(id)?.();
        waiting.delete(id);
      }
      await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
    }
  };
  return (id) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const isFirst = waiting.size === 0;
    waiting.set(id, resolve);
    if (isFirst) void look();
    return promise;
  };
}

/** Ours; each file is sent by one of these people. */
export function parleySide(
  servers: { api: RunningServer; worker: RunningServer },
  db: Database,
  cookies: string[],
): Side {
  const { api } = servers;
  const decided = decisions(db);
  let turn = 0;
  return {
    processes: servers,
    async send(bytes, name) {
      const cookie = cookies[turn++ % cookies.length] ?? '';
      const headers = { cookie, 'content-type': 'application/json' };
      const body = JSON.stringify({ name, size: bytes.length });
      const created = await answered(fetch(`${api.url}/api/uploads`, { method: 'POST', headers, body }), 201);
      const { url, attachment }: Upload = JSON.parse(await created.text());
      await append(`${api.url}${url}`, bytes, { cookie });
      await decided(attachment.id);
      const file = db.selectFrom('files').select(['state', 'reason']).where('id', '=', attachment.id);
      const { state, reason } = await file.executeTakeFirstOrThrow();
      if (state !== 'ready') throw new Error(`${name} was refused: ${reason}`);
    },
  };
}
