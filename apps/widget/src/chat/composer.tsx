/** @jsxImportSource preact */
import { messageMaxLength } from '@parley/contracts/messages/limits';
import { Component, type RefObject } from 'preact';
import { acceptedFiles } from '../contract.static.ts';
import { ClipIcon, SendIcon } from './icons.tsx';
import { isComposing, type View } from './view.ts';

interface ComposerProps {
  view: View;
  /** The text field, for moving the focus. It keeps its own text. */
  field: RefObject<HTMLTextAreaElement | null>;
}

interface ComposerState {
  /** By how many characters the text was found too long. */
  over: number;
}

/** Makes it as tall as its text, up to what the style sheet allows. */
function grow(element: HTMLTextAreaElement): void {
  const { form } = element;
  // The field keeps its height until then: more room for a moment would move the messages.
  form?.style.setProperty('height', `${form.offsetHeight}px`);
  element.style.height = 'auto';
  element.style.height = `${element.scrollHeight}px`;
  form?.style.removeProperty('height');
}

/**
 * Field in which the visitor writes. Enter sends, Shift+Enter starts a line; a word being composed is never cut off.
 */
export class Composer extends Component<ComposerProps, ComposerState> {
  override state = { over: 0 };

  #send(element: HTMLTextAreaElement | null): void {
    const { talk, files } = this.props.view;
    const content = element?.value.trim() ?? '';
    if (!element || !(content || files?.isWaiting)) return;
    const over = content.length - messageMaxLength;
    element.focus();
    if (over > 0) {
      this.setState({ over });
      return;
    }
    talk.send(content, files?.take());
    talk.typing(false);
    element.value = '';
    grow(element);
  }

  #typed(element: HTMLTextAreaElement): void {
    const length = element.value.trim().length;
    // Said once, it is counted down to nothing.
    if (this.state.over) this.setState({ over: Math.max(0, length - messageMaxLength) });
    grow(element);
    this.props.view.talk.typing(length > 0);
  }

  override render({ view, field }: ComposerProps, { over }: ComposerState) {
    const { t, setup, attach } = view;
    return (
      <>
        <p id="wrong" class="status problem" role="alert">
          {over > 0 && t('tooLong', { count: over })}
        </p>
        <form
          class="field"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            this.#send(event.currentTarget.querySelector('textarea'));
          }}
        >
          {setup.files && (
            <>
              <input
                type="file"
                multiple
                hidden
                accept={setup.files.kinds.map((kind) => acceptedFiles[kind]).join()}
                onChange={({ currentTarget }) => {
                  attach(currentTarget.files ?? []);
                  // Allows choosing the same file again.
                  currentTarget.value = '';
                }}
              />
              <button
                type="button"
                class="icon clip"
                aria-label={t('attach')}
                onClick={({ currentTarget: { previousSibling } }) => {
                  // At once: a browser that was kept waiting forgets that it was a click.
                  if (previousSibling instanceof HTMLElement && setup.files?.when === 'always') previousSibling.click();
                  attach([]);
                }}
              >
                <ClipIcon />
              </button>
            </>
          )}
          <textarea
            ref={field}
            rows={1}
            placeholder={t('placeholder')}
            aria-label={t('message')}
            aria-describedby="wrong"
            aria-invalid={over > 0}
            enterkeyhint="send"
            onInput={({ currentTarget }) => this.#typed(currentTarget)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.shiftKey || isComposing(event)) return;
              event.preventDefault();
              this.#send(event.currentTarget);
            }}
          />
          <button type="submit" class="send" aria-label={t('send')}>
            <SendIcon />
          </button>
        </form>
      </>
    );
  }
}
