/** Refuses callers who have only their session as proof. */
import { stepUpMinutes } from '@parley/contracts/users/limits';
import { Problem } from '@parley/contracts/problems';
import type { StaffCaller } from '../callers.ts';

/**
 * API keys can't prove anything: their owners had to when they created them.
 * @throws Problem `step_up_required` unless password, passkey or code were right within the last minutes
 */
export function refuseUnproven({ provenAt = 0, key }: Pick<StaffCaller, 'provenAt' | 'key'>): void {
  if (!key && Date.now() - provenAt > stepUpMinutes * 60_000) {
    throw new Problem('step_up_required', 'Confirm your identity: this asks for it.');
  }
}

/**
 * Refuses API keys for actions that decide about access or the delivery of messages. @throws Problem `session_required`
 */
export function refuseKey({ key }: Pick<StaffCaller, 'key'>): void {
  if (key) throw sessionRequired();
}

/** Returns the refusal of an action that API keys can't do. */
export const sessionRequired = (): Problem =>
  new Problem('session_required', 'An API key cannot do this. Sign in to the dashboard.');
