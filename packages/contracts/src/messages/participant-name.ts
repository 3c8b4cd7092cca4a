import { nameMaxLength } from '../users/limits.ts';
import { cleanLine } from '../text/clean-line.ts';

/**
 * Returns the sender name of a participant's message. The customer sees it too, so it shows the domain of the address
 * alone, by which the widget tells others from the visitor.
 */
export function participantName({ name, address }: { name: string | null; address: string }): string {
  const domain = `…${address.slice(address.lastIndexOf('@'))}`;
  // A name that is an address would show what is left out here.
  const shown = name === null || name.includes('@') ? '' : name;
  return shown === '' ? domain : cleanLine(`${shown} (${domain})`, nameMaxLength);
}
