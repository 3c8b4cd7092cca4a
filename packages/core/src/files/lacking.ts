import { fieldProblem } from '@parley/contracts/problems';
import { localize } from '@parley/contracts/i18n/server-texts';
import { LacksFiles } from '@parley/db/files/waiting';

/** @throws Problem `invalid` for files that can't be attached, and any other error unchanged */
export function refuseLacking(error: unknown): never {
  if (!(error instanceof LacksFiles)) throw error;
  throw fieldProblem('invalid', 'attachments', localize('files_gone'));
}
