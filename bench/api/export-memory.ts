/** The export of a whole installation: how fast it is, and what it takes. */
import type { RunningServer } from './server.ts';

export interface ExportMemory {
  megabytes: number;
  seconds: number;
  /** Resident memory before, and the most while exporting. */
  before: number;
  most: number;
}

/** Reads the whole export and throws it away, watching the server's memory. */
export async function exportMemory(server: RunningServer, cookie: string): Promise<ExportMemory> {
  const { now: before } = server.memory();
  let most = before;
  const watch = setInterval(() => {
    most = Math.max(most, server.memory().now);
  }, 50);
  const started = performance.now();
  const answer = await fetch(`${server.url}/api/export/conversations`, { headers: { cookie } });
  if (!answer.ok) throw new Error(`The export was refused: ${answer.status} ${await answer.text()}`);
  let bytes = 0;
  for await (const chunk of answer.body ?? []) bytes += chunk.length;
  clearInterval(watch);
  return { megabytes: bytes / 1e6, seconds: (performance.now() - started) / 1000, before, most };
}
