import { type RefCallback, Suspense } from 'react';
import type { Format } from '../../../domain/rich-text/editor.ts';
import type { ShownPicture } from '../../../domain/rich-text/pictures.ts';
import type { RichStart } from '../../../domain/rich-text/rich-field.tsx';
import { thread } from '../../../i18n/en/thread.ts';
import { lazyPart, part } from '../../../loading/part.tsx';
import { beginComposing, endComposing } from './text-area.ts';
import type { Field } from './written.ts';

const { Part: RichField, load } = part(() => import('../../../domain/rich-text/rich-field.tsx'), lazyPart);
export { load as loadRichField };

interface ComposerFieldProps {
  ref: RefCallback<Field>;
  /** Content of the editor, where it is drawn in place of the text area. */
  rich: RichStart | null;
  initial: string;
  isInvalid: boolean;
  /** Addresses of pictures, by their files. */
  pictures: ReadonlyMap<string, ShownPicture>;
  onChange: () => void;
  onFormats: (active: readonly Format[]) => void;
  /** Called when words are selected in the text area, or none any more. */
  onSelecting: (isSelecting: boolean) => void;
  /** True where the key was taken. */
  onKey: (event: KeyboardEvent) => boolean;
  /** True where the files that are pasted were taken. */
  onPasteFiles: (event: ClipboardEvent) => boolean;
  /** Called with other content that is pasted into the text area; the editor takes it by itself. */
  onPasteText: (event: ClipboardEvent) => void;
  onFocus: () => void;
  onBlur: (to: EventTarget | null) => void;
}

/** The text area of a reply, or the editor in its place. */
export function ComposerField({ ref, rich, initial, isInvalid, pictures, ...handlers }: ComposerFieldProps) {
  const { onChange, onFormats, onSelecting, onKey, onPasteFiles, onPasteText, onFocus, onBlur } = handlers;
  if (rich) {
    return (
      <Suspense>
        <RichField
          key={rich.id}
          onEditor={ref}
          start={rich}
          label={thread('message')}
          placeholder={thread('placeholder')}
          isInvalid={isInvalid}
          pictures={pictures}
          onChange={onChange}
          onFormats={onFormats}
          onKeyDown={onKey}
          onPaste={onPasteFiles}
          onFocus={onFocus}
          onBlur={(event) => onBlur(event.relatedTarget)}
        />
      </Suspense>
    );
  }
  return (
    <textarea
      ref={ref}
      rows={1}
      dir="auto"
      aria-label={thread('message')}
      aria-invalid={isInvalid}
      placeholder={thread('placeholder')}
      defaultValue={initial}
      onChange={onChange}
      onCompositionStart={({ currentTarget }) => beginComposing(currentTarget)}
      onCompositionEnd={({ currentTarget }) => endComposing(currentTarget)}
      onFocus={onFocus}
      onBlur={({ relatedTarget }) => onBlur(relatedTarget)}
      onSelect={({ currentTarget }) => onSelecting(currentTarget.selectionStart < currentTarget.selectionEnd)}
      onKeyDown={({ nativeEvent }) => void onKey(nativeEvent)}
      onPaste={({ nativeEvent }) => {
        if (!onPasteFiles(nativeEvent)) onPasteText(nativeEvent);
      }}
    />
  );
}
