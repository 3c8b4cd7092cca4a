/** Refusals that every channel may need before sending anything. */
import { localize, type LocalizedText } from '@parley/contracts/i18n/server-texts';
import { Problem } from '@parley/contracts/problems';
import { CallFailed } from '../external/answer.ts';

/** Returns the test button's refusal: the setting to enter first. */
export const notConfigured = (what: LocalizedText): Problem => new Problem('not_configured', what);

/** For a delivery that was planned while the channel was on. */
export const switchedOff = (what: string): CallFailed =>
  new CallFailed(localize('switched_off', { name: what }), { transient: false });
