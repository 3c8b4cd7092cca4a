/** Confirmations of what reaches customers: a signature over the tool, its arguments and the key, valid for ten minutes. */
import type { Secrets } from '@parley/service/secrets';

const purpose = 'mcp confirmation';
const validForMs = 10 * 60_000;

interface Confirmed {
  tool: string;
  args: Record<string, unknown>;
  keyId: string;
}

const textOf = ({ tool, args, keyId }: Confirmed, until: string): string =>
  JSON.stringify([keyId, tool, until, Object.entries(args).toSorted(([one], [other]) => (one < other ? -1 : 1))]);

/** Returns the confirmation of a call, for the key that asked. */
export function confirmationOf(secrets: Secrets, call: Confirmed): string {
  const until = String(Date.now() + validForMs);
  return `${until}.${secrets.sign(purpose, textOf(call, until))}`;
}

/** Returns whether a confirmation was made for exactly this call, and is still valid. */
export function isConfirmed(secrets: Secrets, call: Confirmed, confirmation: string): boolean {
  const [until = '', signature = ''] = confirmation.split('.');
  return Number(until) > Date.now() && secrets.verify(purpose, textOf(call, until), signature);
}
