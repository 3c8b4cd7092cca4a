import { type RefObject, useCallback, useState } from 'react';
import type { Editor, Format } from '../../../domain/rich-text/editor.ts';
import { formatOfKey } from '../../../domain/rich-text/format-keys.ts';
import { putIn } from '../../../ui/slash.ts';
import type { Field } from './written.ts';

export const noFormats: readonly Format[] = [];

/** Elements that pasted HTML may be formatted with; the editor decides. */
const mayBeFormatted = /<(?:b|strong|i|em|s|del|strike|a|ul|ol|pre|code|blockquote)[\s>]|font-weight|font-style/i;

/** Formatting of a reply by its bar, by keys and by what is pasted. `format` acts in the editor once it is there. */
export function useFormatting(field: RefObject<Field | null>, format: (act: (editor: Editor) => void) => void) {
  const [active, setActive] = useState(noFormats);
  const [showsBar, setShowsBar] = useState(false);
  const [isSelecting, setSelecting] = useState(false);
  const [linking, setLinking] = useState<{ href: string | null } | null>(null);
  const onFormat = useCallback(
    (chosen: Format) =>
      format((editor) => {
        if (chosen === 'link') setLinking({ href: editor.linkHere() });
        else editor.toggle(chosen);
      }),
    [format],
  );
  return {
    /** Formats at the caret of the editor. */
    active,
    setActive: (now: readonly Format[]) => setActive((known) => (known.join() === now.join() ? known : now)),
    showsBar,
    toggleBar: useCallback(() => setShowsBar((shown) => !shown), []),
    isSelecting,
    setSelecting,
    /** Set while the address of a link is asked for. */
    linking,
    onFormat,
    closeLink: () => {
      setLinking(null);
      field.current?.focus();
    },
    setLink: (href: string | null): boolean => {
      const editor = field.current;
      const isSet = !editor || !('setLink' in editor) || editor.setLink(href);
      if (isSet) setLinking(null);
      return isSet;
    },
    /** Returns true for a key that formats. */
    onKey: (event: KeyboardEvent): boolean => {
      const area = field.current;
      const chosen = formatOfKey(event);
      // Without words to make a link of, the key is the command bar's.
      if (!area || !chosen || (chosen === 'link' && area.selectionStart >= area.selectionEnd)) return false;
      event.preventDefault();
      event.stopPropagation();
      onFormat(chosen);
      return true;
    },
    /** Keeps pasted formatting; words without any stay plain text. */
    onPaste: (event: ClipboardEvent) => {
      const html = event.clipboardData?.getData('text/html') ?? '';
      const words = event.clipboardData?.getData('text/plain') ?? '';
      const area = field.current;
      if (!area || !mayBeFormatted.test(html)) return;
      event.preventDefault();
      const asWords = () => putIn(area, area.selectionStart, area.selectionEnd, words);
      const insertFormatted = async () => {
        const { isFormattedHtml } = await import('../../../domain/rich-text/editor.ts');
        if (isFormattedHtml(html)) format((editor) => editor.pasteHtml(html));
        else asWords();
      };
      insertFormatted().catch(asWords);
    },
    /** Ends what was begun for the reply that was sent. */
    reset: () => {
      setLinking(null);
      setActive(noFormats);
    },
  };
}

export type Formatting = ReturnType<typeof useFormatting>;
