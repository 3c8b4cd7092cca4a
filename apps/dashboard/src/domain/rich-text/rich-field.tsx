import { useEffectEvent, useLayoutEffect, useRef } from 'react';
import richStyles from '../../ui/rich-text.module.css';
import { createEditor, type Editor, type Format, formats } from './editor.ts';
import type { ShownPicture } from './pictures.ts';
import styles from './rich-field.module.css';

/** The text that the editor begins with, and what is done with it at once. */
export interface RichStart {
  id: string;
  text: string;
  isMarkdown: boolean;
  /** The caret was in the field. */
  hasFocus?: boolean;
  /** Range of characters that was selected in the field before it. */
  selection?: [start: number, end: number];
  act?: (editor: Editor) => void;
}

interface RichFieldProps {
  /** Called with the editor once it is drawn, and with null when it is gone. */
  onEditor: (editor: Editor | null) => void;
  start: RichStart;
  label: string;
  placeholder: string;
  isInvalid?: boolean;
  /** Addresses of pictures, by their files. */
  pictures?: ReadonlyMap<string, ShownPicture>;
  onChange: () => void;
  onFormats: (active: readonly Format[]) => void;
  /** True where the key was taken. */
  onKeyDown: (event: KeyboardEvent) => boolean;
  /** True where what is pasted was taken. */
  onPaste: (event: ClipboardEvent) => boolean;
  onFocus?: () => void;
  onBlur?: (event: FocusEvent) => void;
}

/** The editor of formatted text; it takes the place of a text area when something is formatted. */
export default function RichField(props: RichFieldProps) {
  const { start, label, placeholder, isInvalid = false, pictures, ...handlers } = props;
  const place = useRef<HTMLDivElement>(null);
  const editor = useRef<Editor>(null);
  const changed = useEffectEvent(() => {
    show();
    handlers.onChange();
  });
  const selected = useEffectEvent((now: Editor) => handlers.onFormats(formats.filter((format) => now.has(format))));
  const pressed = useEffectEvent((event: KeyboardEvent) => handlers.onKeyDown(event));
  const pasted = useEffectEvent((event: ClipboardEvent) => handlers.onPaste(event));
  const focused = useEffectEvent(() => handlers.onFocus?.());
  const blurred = useEffectEvent((event: FocusEvent) => handlers.onBlur?.(event));
  /** The placeholder is the style sheet's, as a blank document has a paragraph. */
  const show = (): void => void place.current?.toggleAttribute('data-blank', editor.current?.value === '');
  const begin = useEffectEvent((inner: HTMLElement): Editor => {
    const made: Editor = createEditor({
      place: inner,
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
        dir: 'auto',
        class: styles.words ?? '',
      },
      text: start.text,
      isMarkdown: start.isMarkdown,
      onChange: () => changed(),
      onSelect: () => editor.current && selected(editor.current),
      onKeyDown: (event) => pressed(event),
      onPaste: (event) => pasted(event),
    });
    editor.current = made;
    show();
    const [from, to] = start.selection ?? [made.value.length, made.value.length];
    made.setSelectionRange(from, to);
    return made;
  });
  const drawn = useEffectEvent((made: Editor | null) => handlers.onEditor(made));
  useLayoutEffect(() => {
    const { current: inner } = place;
    if (!inner) return;
    const made = begin(inner);
    drawn(made);
    const onFocus = () => focused();
    const onBlur = (event: FocusEvent) => blurred(event);
    inner.addEventListener('focusin', onFocus);
    inner.addEventListener('focusout', onBlur);
    return () => {
      inner.removeEventListener('focusin', onFocus);
      inner.removeEventListener('focusout', onBlur);
      drawn(null);
      made.destroy();
      editor.current = null;
    };
  }, []);
  useLayoutEffect(() => {
    const { current: made } = editor;
    if (!made) return;
    if (start.hasFocus) made.focus();
    start.act?.(made);
    selected(made);
  }, [start]);
  useLayoutEffect(() => {
    if (pictures) editor.current?.showPictures(pictures);
  }, [pictures]);
  useLayoutEffect(() => editor.current?.setAttribute('aria-invalid', String(isInvalid)), [isInvalid]);
  return <div ref={place} className={`${styles.field} ${richStyles.rich}`} data-placeholder={placeholder} />;
}
