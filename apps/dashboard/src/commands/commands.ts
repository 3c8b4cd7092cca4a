/**
 * Every action that has a key. Screens register what they offer while they are shown; the keyboard, the list under `?`
 * and the command bar all read from here, so that none can fall behind the others.
 */
import { useEffect, useState } from 'react';

/** `Selection` acts on the selected items, and takes the keys of commands for the open conversation. */
export type CommandGroup = 'Selection' | 'Conversation' | 'List' | 'Row' | 'Go to' | 'General' | 'Me';

export interface Command {
  id: string;
  label: string;
  group: CommandGroup;
  /**
   * `t`, `Shift+J`, `mod+k` (⌘ on a Mac, Ctrl elsewhere), `alt+1`, or two keys after each other: `g c`. Plain keys work
   * outside text fields only.
   */
  keys?: string;
  run: () => void;
  /** Only in the list of keys, not in the command bar (for moving in a list, for example). */
  hidden?: boolean;
}

const registered = new Map<string, Command>();
const listeners = new Set<() => void>();
let snapshot: readonly Command[] = [];

function announce(): void {
  snapshot = uncovered([...registered.values()]);
  for (const listener of listeners) listener();
}

export const registeredCommands = (): readonly Command[] => snapshot;

/** Commands of the selection hide those of the open conversation that do the same, so that no key has two meanings. */
function uncovered(all: readonly Command[]): readonly Command[] {
  const chosen = all.filter(({ group }) => group === 'Selection');
  if (chosen.length === 0) return all;
  const isCovered = ({ group, keys, label }: Command) =>
    group !== 'Selection' && chosen.some((each) => (keys !== undefined && each.keys === keys) || each.label === label);
  return all.filter((command) => !isCovered(command));
}

/**
 * Returns the command of a key. Of two, the later one is nearer: it is about what was just sent rather than the page.
 */
export const commandFor = (keys: string): Command | undefined => snapshot.findLast((command) => command.keys === keys);

/** Runs a command as its screen means it now. */
export const runCommand = (id: string): void => registered.get(id)?.run();

export function subscribeToCommands(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const shapeOf = (commands: readonly Command[]): string =>
  JSON.stringify(commands.map(({ id, label, group, keys, hidden }) => [id, label, group, keys, hidden]));

/** Holds the present commands of one component. */
function createOffer() {
  let latest: readonly Command[] = [];
  let shape = '';
  const withdraw = (): void => {
    for (const { id } of latest) registered.delete(id);
  };
  return {
    /** Stores the commands of the newest render; listeners are only called if something they show has changed. */
    renew(commands: readonly Command[]): void {
      const newShape = shapeOf(commands);
      const isNews = newShape !== shape;
      if (isNews) withdraw();
      latest = commands;
      shape = newShape;
      for (const command of commands) registered.set(command.id, command);
      if (isNews) announce();
    },
    end(): void {
      withdraw();
      latest = [];
      shape = '';
      announce();
    },
  };
}

/** Offers commands while the calling component is shown. */
export function useCommands(commands: readonly Command[]): void {
  const [offer] = useState(createOffer);
  useEffect(() => offer.renew(commands));
  useEffect(() => () => offer.end(), [offer]);
}
