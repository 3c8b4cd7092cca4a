/** Refusals that every channel may need before sending anything. */
import { say, type Said } from '@parley/contracts/sayings';
import { Problem } from '@parley/contracts/problems';
import { CallFailed } from '../external/answer.ts';

/** Returns the test button's refusal: the setting to enter first. */
export const notConfigured = (what: Said): Problem => new Problem('not_configured', what);

/** For a delivery that was planned while the channel was on. */
export const switchedOff = (what: string): CallFailed =>
  new CallFailed(say('switched_off', { name: what }), { transient: false });
