/** What the loader calls once the chat has arrived. */
import { setupPath } from '../contract.static.ts';
import type { ParleyUser } from '../loader/parley.ts';
import type { LiveChat, WidgetPage } from '../loader/widget-page.ts';
import { liveTalk } from '../talk/live.ts';
import { chime } from './chime.ts';
import { mountChat } from './mount.tsx';

/** Starts the chat on a customer's page; it stays closed until it is opened. */
export function startChat(page: WidgetPage): LiveChat {
  const { host, launcher, setup, texts, locale, user, emit } = page;
  /** A page may be open for days: whether the team is in is asked again, of the browser's cache while that is fresh. */
  async function renew(): Promise<void> {
    const answer = await fetch(host + setupPath);
    if (answer.ok) chat.update({ setup: await answer.json() });
  }
  const talk = liveTalk({
    host,
    locale: locale.tag,
    user,
    startsWithAssistant: setup.team.answersFirst === 'ai',
  });
  let unread = 0;
  talk.onMessage(({ content, senderType, senderName, createdAt }) => {
    emit('message', { content, senderType, senderName, createdAt });
    if (senderType !== 'customer') chime(chat.isOpen && document.hasFocus());
  });
  const chat = mountChat({
    launcher,
    setup,
    talk,
    texts,
    locale,
    toggled(isOpen) {
      emit(isOpen ? 'open' : 'close', undefined);
      if (isOpen) renew().catch(() => undefined);
    },
    drawn() {
      if (talk.state.unread === unread) return;
      unread = talk.state.unread;
      emit('unread', unread);
    },
  });
  return Object.assign(chat, {
    identify: (claimed: ParleyUser) => talk.identify(claimed),
    logout: () => talk.logout(),
    navigated: () => talk.navigated(),
  });
}
