/** A talk without a server, for the dashboard's previews. */
import { previewReplyDelayMs } from '@parley/contracts/visitors/limits';
import { emptyTalk, type Talk, type TalkMessage, type TalkState } from './talk.ts';

/** The sentence that the preview answers: docs/product.md#widget-settings. */
export const previewReply = 'Thank you for your message! A representative will be with you shortly.';

/** Answers every message with `previewReply` after one second; `stop` ends all waiting. */
export function previewTalk(): Talk & { stop(): void } {
  const timers = new Set<ReturnType<typeof setTimeout>>();
  let state: TalkState = emptyTalk;
  let changed: () => void = () => undefined;
  let received: (message: TalkMessage) => void = () => undefined;
  let count = 0;

  const become = (next: Partial<TalkState>): void => {
    state = { ...state, ...next };
    changed();
  };
  const add = (message: Pick<TalkMessage, 'content' | 'senderType' | 'progress'>): TalkMessage => {
    count += 1;
    const added = {
      senderId: null,
      senderName: null,
      ...message,
      key: String(count),
      createdAt: new Date().toISOString(),
    };
    become({ messages: [...state.messages, added] });
    return added;
  };
  const later = (step: () => void): void => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      step();
    }, previewReplyDelayMs);
    timers.add(timer);
  };

  return {
    get state() {
      return state;
    },
    onChange(listener) {
      changed = listener;
    },
    onMessage(listener) {
      received = listener;
    },
    begin: () => undefined,
    query: '',
    conversationId: null,
    show: () => undefined,
    send(content) {
      add({ content, senderType: 'customer', progress: 'sent' });
      become({ status: 'active', typing: { senderType: 'representative', senderId: null, senderName: null } });
      later(() => {
        become({
          typing: timers.size ? state.typing : null,
          messages: state.messages.map((message) => (message.progress ? { ...message, progress: 'seen' } : message)),
          unread: state.unread + 1,
        });
        received(add({ content: previewReply, senderType: 'representative' }));
      });
    },
    complete: () => undefined,
    retry: () => undefined,
    discard: () => undefined,
    typing: () => undefined,
    read() {
      if (state.unread) become({ unread: 0 });
    },
    requestPerson() {
      become({ personAsked: true });
      return Promise.resolve();
    },
    leaveEmail(email) {
      become({ email });
      return Promise.resolve(true);
    },
    showEarlier: () => Promise.resolve(),
    stop() {
      for (const timer of timers) clearTimeout(timer);
    },
  };
}
