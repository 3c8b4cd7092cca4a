/** Tells at choosing which files the server would refuse, by name and announced type. */
import { endingOf } from '@parley/contracts/messages/file-name';
import { isProgramName } from '@parley/contracts/messages/program-names';
import { acceptedFiles } from '../contract.static.ts';

/** Returns why a file may not be sent; undefined where only its content decides. */
export function refusalOf(
  { name, type }: Pick<File, 'name' | 'type'>,
  allowed: readonly string[],
): 'program' | 'type' | undefined {
  if (isProgramName(name)) return 'program';
  const tokens = [type, `${type.split('/')[0]}/*`, `.${endingOf(name)}`];
  const kinds = Object.entries(acceptedFiles).filter(([, accepted]) =>
    accepted.split(',').some((each) => tokens.includes(each)),
  );
  return kinds.length > 0 && !kinds.some(([kind]) => allowed.includes(kind)) ? 'type' : undefined;
}
