/** Texts about a file, in the visitor's language. */
import { sizeWords } from '@parley/client/size-words';
import type { Upload } from '@parley/client/uploads';
import type { View } from '../chat/view.ts';
import type { TalkFile } from '../talk/talk.ts';
import type { FileTranslate } from '../file-texts/en.ts';

/** Parts of a drawing that the words of a file depend on. */
interface Context {
  view: {
    setup: Pick<View['setup'], 'files'>;
    locale: Pick<View['locale'], 'tag'>;
    t: View['t'];
  };
  t: FileTranslate;
}

/** The code of an answered refusal. */
export const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && error.code;

/** Why a file does not go up. */
function errorWords(error: unknown, { view: { setup, locale }, t }: Context): string {
  const { when, maxBytes = 0 } = setup.files ?? {};
  const code = codeOf(error);
  if (code === 'too_large') return t('overLimit', { size: sizeWords(maxBytes, locale.tag) });
  if (code === 'forbidden') return when === 'after_answer' ? t('later') : t('notHere');
  if (error instanceof Error && 'messageKey' in error && error.messageKey === 'files_waiting')
    return t('files_waiting');
  return code === 'rate_limited' || code === 'unavailable' ? t(code) : t('failed');
}

/** How a file is doing: as the server says or, before that, as its upload does. */
export function fileWords(
  { state, reason, size = 0 }: Partial<TalkFile>,
  upload: Pick<Upload, 'error'> | undefined,
  drawing: Context,
): string {
  const { view, t } = drawing;
  if (state === 'refused') return t(reason ?? 'unchecked');
  if (state === 'ready') return sizeWords(size, view.locale.tag);
  if (state === 'checking') return t('checking');
  if (upload?.error) return errorWords(upload.error, drawing);
  return navigator.onLine || !upload ? t('uploading') : view.t('waiting');
}
