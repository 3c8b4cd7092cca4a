import { sizeWords as sizeIn } from '@parley/client/size-words';
import { locale } from '../../i18n/language.ts';

/** Writes a size as the chosen language does. */
export const sizeWords = (bytes: number): string => sizeIn(bytes, locale());
