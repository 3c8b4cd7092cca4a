/** The field below a thread, for component tests. */
import { screen } from '@testing-library/react';
import { createRef } from 'react';
import { vi } from 'vitest';
import { type Added, Composer, type ComposerHandle } from '../src/features/thread/composer.tsx';
import { createDraftBasis } from '../src/features/thread/draft-basis.ts';
import { LiveProvider } from '../src/live/live.tsx';
import { ada, type Answers, show } from './screen.tsx';

/** A live channel that is still connecting. */
class SilentSocket extends EventTarget {
  readonly readyState = 0;
  close(): void {}
  send(): void {}
}

/** The text area, or the editor in its place. */
export const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' });
export const send = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Send message' });

/** Shows the field below a conversation. */
export async function open(
  conversationId = 'c1',
  me = ada,
  { isMail = false, isSms = false, answers = {} }: { isMail?: boolean; isSms?: boolean; answers?: Answers } = {},
) {
  const onSend = vi.fn<(content: string, clientMessageId: string, added: Added) => void>();
  const onTyping = vi.fn<(isTyping: boolean) => void>();
  const onNote = vi.fn<() => void>();
  const handle = createRef<ComposerHandle>();
  const given = {
    conversationId,
    websiteId: null,
    customerLanguage: undefined,
    isTranslated: false,
    isMail,
    isSms,
    onSend,
    onTyping,
    onNote,
    basis: createDraftBasis(() => 1),
  };
  vi.stubGlobal('WebSocket', SilentSocket);
  const composer = (
    <LiveProvider>
      <Composer ref={handle} {...given} />
    </LiveProvider>
  );
  const { user } = await show(composer, answers, me);
  return { user, handle, onSend, onTyping, onNote };
}
