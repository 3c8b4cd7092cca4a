import type { Command, CommandGroup } from '../../commands/commands.ts';
import { commands as words } from '../../i18n/en/commands.ts';

/** Commands for what is open come before those for what is around it. */
export const groupOrder: readonly CommandGroup[] = [
  'Selection',
  'Conversation',
  'List',
  'Row',
  'Go to',
  'General',
  'Me',
];

/** The heading of a group. */
export const groupWords = (group: CommandGroup): string => words(group);

/**
 * Returns how well typed text matches a label: 0 its beginning, 1 beginnings of its words, 2 anything in it, null not
 * at all.
 */
function rankOf({ label, group }: Command, query: string): number | null {
  const text = label.toLowerCase();
  if (text.startsWith(query)) return 0;
  const typed = query.split(' ');
  const inLabel = text.split(/[^\p{L}\p{N}]+/u);
  if (typed.every((each) => inLabel.some((word) => word.startsWith(each)))) return 1;
  return typed.every((each) => text.includes(each) || groupWords(group).toLowerCase().startsWith(each)) ? 2 : null;
}

/** The commands that typed words find, the likeliest first: prefixes before infixes, then the open conversation's. */
export function rankCommands(commands: readonly Command[], typed: string): Command[] {
  const query = typed.trim().toLowerCase().replace(/\s+/g, ' ');
  return commands
    .filter(({ hidden }) => !hidden)
    .flatMap((command) => {
      const rank = rankOf(command, query);
      return rank === null ? [] : [{ command, rank, group: groupOrder.indexOf(command.group) }];
    })
    .toSorted((one, other) => one.rank - other.rank || one.group - other.group)
    .map(({ command }) => command);
}
