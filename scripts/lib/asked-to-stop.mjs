import fs from 'node:fs';

const lookMilliseconds = 500;

/**
 * Calls back whenever this process is asked to stop: Ctrl-C, a polite kill, a closed terminal, or npm (which started
 * it) having been killed.
 *
 * @param {() => void} stop called once per asking
 */
export function whenAskedToStop(stop) {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
  if (process.env.npm_lifecycle_event === undefined) return;
  const starters = startedBy();
  const look = setInterval(() => {
    if (startedBy() === starters) return;
    clearInterval(look);
    stop();
  }, lookMilliseconds);
  look.unref();
}

/** The parent and, since npm may have put a shell between, the parent's parent where the system tells it cheaply. */
function startedBy() {
  const parent = process.ppid;
  try {
    const [, grandparent] = /^\d+ \(.*\) \S (\d+)/s.exec(fs.readFileSync(`/proc/${parent}/stat`, 'utf8')) ?? [];
    return `${parent} ${grandparent}`;
  } catch {
    return `${parent}`;
  }
}
