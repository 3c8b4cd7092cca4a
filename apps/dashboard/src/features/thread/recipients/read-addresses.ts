import type { Participant } from '@parley/contracts/conversations/conversation-fields';

type Named = Pick<Participant, 'name' | 'address'>;

/** Reads addresses as people copy them from mails: separated by commas, semicolons or lines, with names or without. */
export function readAddresses(text: string): Named[] {
  const found: Named[] = [];
  for (const piece of text.split(/[,;\n]/)) {
    const [, name = '', bracketed] = /^([^<]*)<([^<>]*)>\s*$/.exec(piece) ?? [];
    const address = (bracketed ?? piece).trim().toLowerCase();
    if (address !== '') found.push({ name: name.replaceAll('"', '').trim() || null, address });
  }
  return found;
}
