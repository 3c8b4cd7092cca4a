/** Entry point that the loader calls once the chat has arrived. */
import { newId } from '@parley/client/identifier';
import type { WidgetSetup } from '@parley/contracts/visitors/widget';
import { setupPath } from '../contract.static.ts';
import type { Help } from '../help/help.ts';
import type { ParleyUser } from '../loader/parley.ts';
import type { LiveChat, WidgetPage } from '../loader/widget-page.ts';
import { liveTalk } from '../talk/live.ts';
import type * as chimePart from '../parts/chime.ts';
import type * as connectionPart from '../parts/connection.ts';
import type * as emailPart from '../parts/email.ts';
import type * as helpPart from '../parts/help.ts';
import type * as choicesPart from '../parts/choices.ts';
import type * as homePart from '../parts/home.ts';
import type * as packetPart from '../parts/packet.ts';
import type * as filesPart from '../parts/files.ts';
import type * as richPart from '../parts/rich.ts';
import type * as conversationsPart from '../parts/conversations.ts';
import type * as repliesPart from '../parts/replies.ts';
import { isMuted, memoryKey, withStorage } from '../talk/memory.ts';
import { mountChat } from './mount.tsx';
import { asksEmail, isOfChat, type View } from './view.ts';

/** Places in the log that parts draw in, named as these. */
const places = ['home', 'choices', 'packet'] as const;
type Place = (typeof places)[number];

/** How old what an open chat says of the team may get, and how soon a server that gave no answer is asked again. */
const renewMs = 60_000;
const retryMs = 10_000;

/** Another part of the widget, from beside this one. */
function part(name: string) {
  // A module that failed to load stays failed under its address, and an update may have taken it away.
  return import(import.meta.url.replace('/chat.', `/${name}.`)).catch(
    () => import(new URL(`${name}.latest.js?${Date.now()}`, import.meta.url).href),
  );
}

/** Starts the chat on a customer's page; it stays closed until it is opened. */
export function startChat(page: WidgetPage): LiveChat {
  const { host, launcher, setup, locale, wishes, emit } = page;
  let renewal: ReturnType<typeof setTimeout> | undefined;
  let renewals = 0;
  /**
   * Reads the availability again while the chat is open, since a cached answer may promise a representative who has
   * left.
   */
  async function renew(): Promise<void> {
    clearTimeout(renewal);
    renewals += 1;
    const mine = renewals;
    if (!chat.isOpen) return;
    const answered: WidgetSetup | undefined = await fetch(host + setupPath, {
      cache: 'no-cache',
      signal: AbortSignal.timeout(retryMs),
    })
      .then((answer) => (answer.ok ? answer.json() : undefined))
      .catch(() => undefined);
    // An answer that was long under way is older than the one that was asked for since.
    if (mine !== renewals) return;
    chat.update({ isReached: !!answered, ...(answered && { setup: answered }) });
    renewal = setTimeout(renewWhenSeen, answered ? renewMs : retryMs);
  }
  const renewWhenSeen = (): void => {
    if (document.visibilityState === 'visible') void renew();
  };
  const talk = liveTalk({
    host,
    locale: locale.tag,
    wishes,
    startsWithAssistant: setup.team.answersFirst === 'ai',
    loadConnection: (): Promise<typeof connectionPart> => part('connection'),
    started: (conversationId) => emit('conversation_started', { conversationId }),
  });
  /** In storage while files wait: what keeps them is loaded then. */
  const filesKey = `${memoryKey(host)}files`;
  const boxes: Partial<Record<Place, HTMLElement | null>> = {};
  /** Loads a part when its place in the log appears, and has it draw there; a part that can't be had stays away. */
  function fillBox(name: Place, view: View): void {
    const box = launcher.root.getElementById(name);
    if (box === boxes[name]) return;
    boxes[name] = box;
    if (!box) return;
    part(name)
      .then(({ draw }: typeof packetPart | typeof homePart | typeof choicesPart) =>
        draw(launcher.root, box, view, talk.visitor),
      )
      .catch(() => undefined);
  }
  let unread = 0;
  let { link } = talk.state;
  let sound: Promise<typeof chimePart | undefined> | undefined;
  talk.onMessage(({ content, senderType, senderName, createdAt }) => {
    emit('message', { content, senderType, senderName, createdAt });
    // Fetched with the first words, so that it is there for the answer; one that can't be had stays silent.
    sound ??= part('chime').catch(() => {
      sound = undefined;
    });
    const isSeen = chat.isOpen && document.hasFocus();
    if (senderType !== 'customer' && !isMuted(host)) void sound.then((loaded) => loaded?.chime(isSeen));
  });
  let helping: Promise<Help> | undefined;
  const help = (isAsked?: boolean): void => {
    helping ??= part('help').then(({ startHelp }: typeof helpPart) => startHelp(page, talk, part));
    helping.then(
      (view) => view.show(isAsked),
      // Asked for again at the next time.
      () => (helping = undefined),
    );
  };
  const chat = mountChat({
    ...page,
    talk,
    help: () => help(true),
    toggled(isOpen) {
      emit(isOpen ? 'open' : 'close');
      void renew();
    },
    parts: {
      formatted: (root) => part('rich').then(({ startRich }: typeof richPart) => startRich(root)),
      // The texts arrive beside the part that asks for them.
      files: (root, draw, inLocale) =>
        Promise.all([part('files'), part(`files_${inLocale.language}`)]).then(
          ([{ startFiles }]: [typeof filesPart, unknown]) =>
            startFiles({ host, root, draw, talk, filesKey, newId, locale: inLocale, part }),
        ),
    },
    hasFiles: !!withStorage((storage) => storage.getItem(filesKey)),
    drawn(view, isOpen) {
      // Drawn first while `chat` is being made.
      if (isOpen) {
        for (const name of places) if (name !== 'packet' || view.state.status === 'waiting') fillBox(name, view);
        for (const name of ['replies', 'conversations', ...(asksEmail(view) ? ['email'] : [])])
          part(name)
            .then(({ draw }: typeof repliesPart | typeof conversationsPart | typeof emailPart) =>
              draw(page, talk, chat, part, view, help),
            )
            .catch(() => undefined);
      }
      if (link !== talk.state.link) {
        ({ link } = talk.state);
        if (link === 'online') void renew();
      }
      if (talk.state.unread === unread) return;
      unread = talk.state.unread;
      emit('unread', unread);
    },
  });
  for (const event of ['online', 'offline']) addEventListener(event, () => void renew());
  document.addEventListener('visibilitychange', renewWhenSeen);
  const open = chat.open.bind(chat);
  return Object.assign(chat, {
    talk,
    open() {
      open();
      const { article: view } = wishes;
      if (isOfChat(view) ? helping : view || (setup.help && setup.help !== 'chat')) help();
    },
    identify: (claimed: ParleyUser) => talk.identify(claimed),
    setAttributes: (added: object) => talk.setAttributes(added),
    logout: () => talk.logout(),
    navigated: () => talk.navigated(),
  });
}
