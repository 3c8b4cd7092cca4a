import { whenAskedToStop } from './asked-to-stop.mjs';
import { Supervisor } from './supervisor.mjs';
import { print, printFailure } from './print.mjs';

/**
 * Runs one of the commands of package.json: does its work, stops everything it has started, and ends the process. Asked
 * to stop it does that at once; asked again it loses its patience with the services.
 *
 * @param {(supervisor: Supervisor) => Promise<number | undefined>} work answers the exit code; with `undefined` the command goes
 *   on until it is asked to stop
 * @param {object} [options]
 * @param {number} [options.stoppedCode] the exit code after having been asked to stop
 */
export async function command(work, { stoppedCode = 0 } = {}) {
  const supervisor = new Supervisor();
  const end = async (/** @type {number} */ code) => {
    await supervisor.stop();
    process.exit(code);
  };
  let isAsked = false;
  whenAskedToStop(() => {
    if (!isAsked) print('Stopping … (again hurries it)');
    isAsked = true;
    void end(stoppedCode);
  });
  try {
    const code = await work(supervisor);
    if (code !== undefined && !isAsked) await end(code);
  } catch (error) {
    if (isAsked) return;
    printFailure(error);
    await end(1);
  }
}
