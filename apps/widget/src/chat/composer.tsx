/** @jsxImportSource preact */
import { messageMaxLength } from '@parley/contracts/limits';
import type { RefObject } from 'preact';
import { SendIcon } from './icons.tsx';
import { fill, isComposing, type View } from './view.ts';

interface ComposerProps {
  view: View;
  /** The element, for whoever moves the focus. It keeps its own text. */
  field: RefObject<HTMLTextAreaElement | null>;
}

/** Nothing is wrong with it any more, and it is as tall as its text, up to what the style sheet allows. */
function renew(element: HTMLTextAreaElement): void {
  const { form } = element;
  element.setCustomValidity('');
  // Its field keeps its height meanwhile: more room for a moment would move the messages.
  form?.style.setProperty('height', `${form.offsetHeight}px`);
  element.style.height = 'auto';
  element.style.height = `${element.scrollHeight}px`;
  form?.style.removeProperty('height');
}

/** Where the visitor writes. Enter sends, Shift+Enter starts a line; a word being composed is never cut off. */
export function Composer({ view: { texts, talk }, field }: ComposerProps) {
  function send(element: HTMLTextAreaElement | null): void {
    const content = element?.value.trim();
    if (!element || !content) return;
    const over = content.length - messageMaxLength;
    if (over > 0) {
      element.setCustomValidity(fill(texts.tooLong, { count: over }));
      element.reportValidity();
      return;
    }
    talk.send(content);
    talk.typing(false);
    element.value = '';
    element.focus();
    renew(element);
  }

  return (
    <form
      class="field"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        send(event.currentTarget.querySelector('textarea'));
      }}
    >
      <textarea
        ref={field}
        rows={1}
        placeholder={texts.placeholder}
        aria-label={texts.message}
        enterkeyhint="send"
        onInput={({ currentTarget }) => {
          renew(currentTarget);
          talk.typing(currentTarget.value.trim() !== '');
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || isComposing(event)) return;
          event.preventDefault();
          send(event.currentTarget);
        }}
      />
      <button type="submit" class="send" aria-label={texts.send}>
        <SendIcon />
      </button>
    </form>
  );
}
