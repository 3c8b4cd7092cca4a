/** Texts about a file, in the visitor's language. */
import { sizeWords } from '@parley/client/size-words';
import type { Upload } from '@parley/client/uploads';
import { fill, type View } from '../chat/view.ts';
import type { TalkFile } from '../talk/talk.ts';
import type { FileTexts } from '../file-texts/en.ts';

/** Parts of a drawing that the words of a file depend on. */
interface Context {
  view: {
    setup: Pick<View['setup'], 'files'>;
    locale: Pick<View['locale'], 'tag'>;
    texts: Pick<View['texts'], 'waiting'>;
  };
  texts: FileTexts;
}

/** The code of an answered refusal. */
export const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && error.code;

/** Why a file does not go up. */
function errorWords(error: unknown, { view: { setup, locale }, texts }: Context): string {
  const { when, maxBytes = 0 } = setup.files ?? {};
  const code = codeOf(error);
  if (code === 'too_large') return fill(texts.overLimit, { size: sizeWords(maxBytes, locale.tag) });
  if (code === 'forbidden') return when === 'after_answer' ? texts.later : texts.notHere;
  if (error instanceof Error && 'messageKey' in error && error.messageKey === 'files_waiting')
    return texts.files_waiting;
  return code === 'rate_limited' || code === 'unavailable' ? texts[code] : texts.failed;
}

/** How a file is doing: as the server says or, before that, as its upload does. */
export function fileWords(
  { state, reason, size = 0 }: Partial<TalkFile>,
  upload: Pick<Upload, 'error'> | undefined,
  drawing: Context,
): string {
  const { view, texts } = drawing;
  if (state === 'refused') return texts[reason ?? 'unchecked'];
  if (state === 'ready') return sizeWords(size, view.locale.tag);
  if (state === 'checking') return texts.checking;
  if (upload?.error) return errorWords(upload.error, drawing);
  return navigator.onLine || !upload ? texts.uploading : view.texts.waiting;
}
