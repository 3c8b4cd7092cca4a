import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { Editor } from '../../../domain/rich-text/editor.ts';
import type { RichStart } from '../../../domain/rich-text/rich-field.tsx';
import { useDrafts } from '../../../live/use-drafts.ts';
import { loadAhead } from '../../../loading/new-version.ts';
import type { DraftBasis } from '../draft-basis.ts';
import { loadRichField } from './composer-field.tsx';
import { composed, growsByItself, growToContent } from './text-area.ts';
import { useKeptDraft } from './use-kept-draft.ts';
import { asMarkdown, excessOf, type Field, isEmpty, keepDraft, type LastField, writtenIn } from './written.ts';

interface ReplyTextOptions {
  conversationId: string;
  basis: DraftBasis;
  /** Called with the field when it is drawn, and when its text has changed. Stays the same. */
  onContent: (field: LastField) => void;
  /** Called with the Markdown of a draft that was stored earlier, or on another device. */
  onStored: (markdown: string) => void;
}

const begun = (start: Omit<RichStart, 'id'>): RichStart => ({ ...start, id: crypto.randomUUID() });

/**
 * The text of a reply, in a text area or in the editor of formatted text, with its draft. The browser holds the text: a
 * keystroke renders nothing unless the available actions change.
 */
export function useReplyText({ conversationId, basis, onContent, onStored }: ReplyTextOptions) {
  const drafts = useDrafts();
  const [draft] = useState(() => drafts.contentOf(conversationId, 'reply'));
  /** Set while the text has formatting: then the editor takes the text area's place, as soon as it is loaded. */
  const [rich, setRich] = useState<RichStart | null>(() =>
    drafts.isMarkdown(conversationId, 'reply') ? begun({ text: draft, isMarkdown: true }) : null,
  );
  const [hasEditor, setHasEditor] = useState(false);
  /** The text area has Markdown in it, as long as there is no editor. */
  const isSource = rich !== null && !hasEditor;
  const [isBlank, setBlank] = useState(isEmpty(draft));
  const [excess, setExcess] = useState(excessOf(draft));

  const field = useRef<Field>(null);
  const last = useRef<LastField>({ field: null, isSource });
  useLayoutEffect(() => {
    last.current.isSource = isSource;
  }, [isSource]);
  const fieldRef = useCallback(
    (drawn: Field | null) => {
      field.current = drawn;
      if (!drawn) return;
      last.current.field = drawn;
      onContent(last.current);
    },
    [onContent],
  );
  useLayoutEffect(() => {
    if (!growsByItself && field.current instanceof HTMLTextAreaElement) growToContent(field.current);
  }, []);

  const keepSoon = useKeptDraft(conversationId, last);
  const lookAt = (area: Field) => {
    if (isBlank && !isEmpty(area.value)) basis.begin();
    setBlank(isEmpty(area.value));
    setExcess(excessOf(area.value));
    if (!growsByItself && !('markdown' in area)) growToContent(area);
    onContent(last.current);
    keepSoon();
  };
  const put = (area: Field, text: string) => {
    area.value = text;
    lookAt(area);
  };

  useEffect(() => {
    if (!rich || hasEditor) return;
    void loadAhead(async () => {
      await loadRichField();
      const area = field.current;
      if (area instanceof HTMLTextAreaElement) {
        await composed(area);
        setRich(begun({ text: area.value, isMarkdown: true, hasFocus: document.activeElement === area }));
      }
      setHasEditor(true);
    });
  }, [rich, hasEditor]);
  /** Lets the editor take the place of the text area, with what is in it, and does something there. */
  const format = useCallback((act: (editor: Editor) => void) => {
    const { current } = field;
    if (current && 'markdown' in current) return act(current);
    void loadAhead(async () => {
      await loadRichField();
      const area = field.current;
      if (!area || 'markdown' in area) return;
      await composed(area);
      const { value: text, selectionStart, selectionEnd } = area;
      setHasEditor(true);
      setRich(begun({ text, isMarkdown: false, selection: [selectionStart, selectionEnd], hasFocus: true, act }));
    });
  }, []);

  const stored = useEffectEvent(onStored);
  useEffect(() => {
    if (drafts.isMarkdown(conversationId, 'reply')) stored(drafts.contentOf(conversationId, 'reply'));
  }, [drafts, conversationId]);
  const showElsewhere = useEffectEvent((text: string, isMarkdown: boolean) => {
    const area = field.current;
    if (!area || ('markdown' in area ? area.markdown() : area.value) === text) return;
    if (isMarkdown) {
      onStored(text);
      setRich(begun({ text, isMarkdown }));
      setBlank(isEmpty(text));
    } else if (rich) {
      setRich(null);
      requestAnimationFrame(() => field.current && put(field.current, text));
    } else put(area, text);
  });
  // Written or sent on another device.
  useEffect(
    () =>
      drafts.subscribe(
        (id, kind, text, isMarkdown) => id === conversationId && kind === 'reply' && showElsewhere(text, isMarkdown),
      ),
    [drafts, conversationId],
  );

  return {
    field,
    fieldRef,
    /** Text that the text area begins with. */
    initial: rich ? rich.text : hasEditor ? '' : draft,
    /** Content of the editor, if it has taken the text area's place. */
    rich: hasEditor ? rich : null,
    isBlank,
    excess,
    lookAt,
    put,
    format,
    keepSoon,
    written: () => writtenIn(conversationId, { field: field.current, isSource }),
    /** Puts a text in place of a blank draft, or after the present text. */
    insert: (added: string, markdown?: string) => {
      const area = field.current;
      if (!area) return;
      if (markdown !== undefined) {
        const before = isEmpty(area.value) ? [] : ['markdown' in area ? area.markdown() : asMarkdown(area.value)];
        setRich(begun({ text: [...before, markdown].join('\n\n'), isMarkdown: true, hasFocus: true }));
        setBlank(false);
        return;
      }
      if ('markdown' in area) {
        area.put(area.value.length, area.value.length, isEmpty(area.value) ? added : `\n${added}`);
        return;
      }
      put(area, isEmpty(area.value) ? added : `${area.value.trimEnd()}\n${added}`);
      area.focus();
    },
    /** Ends the draft, and returns the id that it was stored under. */
    take: (): string => {
      keepDraft(drafts, conversationId, { field: field.current, isSource });
      return drafts.take(conversationId, 'reply');
    },
    /** Empties the field for the next reply, which begins without formatting. */
    clear: () => {
      if (field.current) put(field.current, '');
      if (rich) {
        setRich(null);
        requestAnimationFrame(() => field.current?.focus());
      }
      // The button that was pressed can send nothing more.
      else field.current?.focus();
    },
  };
}
