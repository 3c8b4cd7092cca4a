/**
 * Every action that has a key. Screens register what they offer while they are shown; the keyboard, the list under `?`
 * and the command bar all read from here, so that none can fall behind the others.
 */
import { useEffect, useState } from 'react';

export type CommandGroup = 'Conversation' | 'List' | 'Row' | 'Go to' | 'General' | 'Me';

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
  /** Only in the list of keys, not in the command bar (moving in a list, say). */
  hidden?: boolean;
}

const registered = new Map<string, Command>();
const listeners = new Set<() => void>();
let snapshot: readonly Command[] = [];

function announce(): void {
  snapshot = [...registered.values()];
  for (const listener of listeners) listener();
}

export const registeredCommands = (): readonly Command[] => snapshot;

/** Runs a command as its screen means it now. */
export const runCommand = (id: string): void => registered.get(id)?.run();

export function subscribeToCommands(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const shapeOf = (commands: readonly Command[]): string =>
  JSON.stringify(commands.map(({ id, label, group, keys, hidden }) => [id, label, group, keys, hidden]));

/** What one component offers at present. */
function createOffer() {
  let latest: readonly Command[] = [];
  let shape = '';
  const withdraw = (): void => {
    for (const { id } of latest) registered.delete(id);
  };
  return {
    /** Takes in the commands of the newest render; the others are told only when something they show changed. */
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
