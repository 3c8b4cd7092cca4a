import type { Parley } from '@parley/sdk';
import type { Command } from '../command.ts';
import { Failure, failureOf } from '../failure.ts';
import { table } from '../output.ts';

/** Milliseconds in which the live connection must open. */
const openWithinMs = 10_000;

interface Finding {
  check: string;
  isGood: boolean;
  detail: string;
}

export const doctor: Command = {
  takes: '',
  does: 'Check that the installation answers, accepts the key, and opens the live connection',
  async run({ output, signIn }) {
    const { parley, account } = await signIn();
    const findings = [
      await tried('Key', async () => (await parley.currentUser()).name),
      await tried('Conversations', async () => {
        await parley.listConversations({ query: { limit: 1 } });
        return 'read';
      }),
      await tried('Live connection', () => opened(parley)),
    ];
    const rows = findings.map(({ check, isGood, detail }) => [isGood ? 'ok' : 'broken', check, detail]);
    output.result({ url: account.url, findings }, table(rows));
    if (findings.some(({ isGood }) => !isGood)) throw new Failure('Something is broken.');
  },
};

async function tried(check: string, attempt: () => Promise<string>): Promise<Finding> {
  const began = performance.now();
  try {
    const detail = await attempt();
    return { check, isGood: true, detail: `${detail}, ${Math.round(performance.now() - began)} ms` };
  } catch (error) {
    return { check, isGood: false, detail: failureOf(error).message };
  }
}

async function opened(parley: Parley): Promise<string> {
  const live = parley.openLive();
  let timer: NodeJS.Timeout | undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      timer = setTimeout(() => reject(new Failure('It did not open within 10 seconds.')), openWithinMs);
      live.on('state', (state) => state === 'online' && resolve());
    });
    return 'open';
  } finally {
    clearTimeout(timer);
    live.close();
  }
}
