/** A command of the program: what it takes, and what it does. */
import type { Parley } from '@parley/sdk';
import type { ParseArgsOptionsConfig } from 'node:util';
import type { Account } from './account.ts';
import type { Output } from './output.ts';

export interface Run {
  /** Words after the command. */
  words: readonly string[];
  options: Readonly<Record<string, string | boolean | undefined>>;
  output: Output;
  /** Client with the stored key. @throws Failure without one */
  signIn: () => Promise<{ parley: Parley; account: Account }>;
}

export interface Command {
  /** Words that it takes, as help shows them. */
  takes: string;
  does: string;
  options?: ParseArgsOptionsConfig;
  run(run: Run): Promise<void>;
}

export const textOption = ({ options }: Run, name: string): string | undefined => {
  const value = options[name];
  return typeof value === 'string' ? value : undefined;
};
