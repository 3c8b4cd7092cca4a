import { importSource, type ImportSourceId } from '@parley/contracts/imports/sources';
import { importWords } from '../../i18n/en/imports.ts';

/** Returns the name of the product, or of files. */
export const sourceName = (id: ImportSourceId): string =>
  id === 'file' ? importWords('fileSource') : importSource(id).name;
