/**
 * Proactive messages: shows one when its conditions hold, with manners that no condition exceeds. Loaded on websites
 * that have some. Nothing is sent and nothing is stored before the visitor acts, unless the website remembers visits.
 */
import { newId } from '@parley/client/identifier';
import type { ProactiveEvent, ShownProactive } from '@parley/contracts/proactive/proactive';
import type { Language } from '@parley/contracts/text/languages';
import { proactivePath } from '../contract.static.ts';
import { make } from '../dom.ts';
import type { Shell } from '../loader/shell.ts';
import { saidIn, showCard } from '../proactive/card.ts';
import { type Facts, holds, signedAttributes } from '../proactive/holds.ts';
import { isTyping } from '../proactive/typing.ts';
import { openTracked } from '../proactive/tracked.ts';
import { openVisits } from '../proactive/visit.ts';
import { memoryKey, rememberedToken } from '../talk/memory.ts';

/** Labels of its buttons, and the name of the assistant. */
export const proactiveTexts: Record<Language, { reply: string; away: string; assistant: string }> = {
  en: { reply: 'Reply', away: 'Dismiss', assistant: 'AI assistant' },
  de: { reply: 'Antworten', away: 'Ausblenden', assistant: 'KI-Assistent' },
  fr: { reply: 'Répondre', away: 'Masquer', assistant: 'Assistant IA' },
  es: { reply: 'Responder', away: 'Descartar', assistant: 'Asistente de IA' },
  pt: { reply: 'Responder', away: 'Dispensar', assistant: 'Assistente de IA' },
  it: { reply: 'Rispondi', away: 'Nascondi', assistant: 'Assistente IA' },
  nl: { reply: 'Antwoorden', away: 'Sluiten', assistant: 'AI-assistent' },
  pl: { reply: 'Odpowiedz', away: 'Ukryj', assistant: 'Asystent AI' },
  tr: { reply: 'Yanıtla', away: 'Kapat', assistant: 'Yapay zekâ asistanı' },
  ja: { reply: '返信', away: '閉じる', assistant: 'AIアシスタント' },
  zh: { reply: '回复', away: '关闭', assistant: 'AI 助手' },
  ar: { reply: 'رد', away: 'إخفاء', assistant: 'المساعد الذكي' },
};

/** How often the conditions are looked at. */
const lookMs = 1_000;

const scrolledTo = (): number => {
  const { scrollHeight } = document.documentElement;
  return scrollHeight > 0 ? ((scrollY + innerHeight) / scrollHeight) * 100 : 100;
};

/** Looks at the conditions until a message was shown, or held out. */
export function start(shell: Shell): void {
  const { host, wishes } = shell;
  const rules = shell.setup?.proactive;
  if (!rules) return;
  const { remembers, holdOutPercent, messages } = rules;
  // Events of earlier pages are sent from any page on which the visitor writes.
  if (remembers) wishes.events ??= openTracked(shell);
  const visits = openVisits(host, remembers, Date.now());
  if (!visits.isKnown) return;
  const name = `${memoryKey(host)}proactive`;
  let path = location.pathname;
  let pageSince = Date.now();
  let scrolled = 0;
  let isLeaving = false;
  let isAsking = false;
  const page = new AbortController();
  const { signal } = page;
  const timer = setInterval(() => void look(), lookMs);

  function stop(): void {
    clearInterval(timer);
    page.abort();
  }

  /** Other tabs are told of what was shown in this one. */
  const tabs = (() => {
    try {
      return new BroadcastChannel(name);
    } catch {
      // Forbidden in some frames, where tabs know nothing of each other.
      return undefined;
    }
  })();
  tabs?.addEventListener('message', stop, { signal });
  document.addEventListener(
    'mouseout',
    ({ relatedTarget, clientY }) => {
      if (!relatedTarget && clientY <= 0) {
        isLeaving = true;
        void look();
      }
    },
    { signal },
  );

  function factsNow(now: number): Facts | undefined {
    const { setup } = shell;
    if (!setup) return undefined;
    const { visit } = visits;
    return {
      path,
      referrer: visit.referrer,
      query: visit.query,
      secondsOnPage: (now - pageSince) / 1000,
      scrolled,
      isLeaving,
      visits: remembers ? visit.visits : undefined,
      language: shell.locale().tag,
      signed: signedAttributes(wishes.user?.hash),
      tracked: wishes.tracked ?? [],
      team: setup.team,
    };
  }

  /** Returns whether a message may come up at this moment. */
  function isGoodMoment(): boolean {
    const { launcher, chat } = shell;
    if (!launcher || launcher.element.hidden || document.hidden || isTyping() || chat?.isOpen) return false;
    const state = chat?.talk.state;
    // A visitor who has talked before may be in the middle of it: the chat, which is on its way, knows.
    if (rememberedToken(host) !== null && state?.link !== 'online') return false;
    return !state || ((state.status === null || state.status === 'closed') && !state.unread);
  }

  async function look(): Promise<void> {
    const now = Date.now();
    if (location.pathname !== path) {
      path = location.pathname;
      pageSince = now;
      scrolled = 0;
    }
    if (remembers && !document.hidden) visits.change({ seenAt: now });
    scrolled = Math.max(scrolled, scrolledTo());
    const facts = factsNow(now);
    const message = facts && isGoodMoment() && messages.find(({ conditions }) => holds(conditions, facts));
    isLeaving = false;
    if (!message || isAsking || !visits.mayShow(now)) return;
    isAsking = true;
    const isOurs = await claim();
    isAsking = false;
    if (!isOurs || signal.aborted) return;
    stop();
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches its own origin alone
    tabs?.postMessage('shown');
    visits.change({ isOver: true });
    meet(message);
  }

  /** Lets one tab show a message: it holds a lock for as long as its page lives. */
  async function claim(): Promise<boolean> {
    try {
      return await new Promise<boolean>((resolve, reject) => {
        navigator.locks
          .request(name, { ifAvailable: true }, (lock) => {
            resolve(lock !== null);
            // A page in the back/forward cache may hold no lock.
            return lock && new Promise((gone) => addEventListener('pagehide', gone, { once: true }));
          })
          .catch(reject);
      });
    } catch {
      return true;
    }
  }

  /** Counts an event without anything about the visitor, where the website counts at all. */
  function count(id: string, event: ProactiveEvent): void {
    if (!remembers) return;
    fetch(host + proactivePath, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ id, event }),
      keepalive: true,
    }).catch(() => undefined);
  }

  function meet(message: ShownProactive): void {
    const { id } = message;
    // Where nothing is counted, to hold somebody out would tell nothing.
    const isHeldOut = remembers && visits.visit.group < holdOutPercent;
    const outcome = isHeldOut ? 'held_out' : 'shown';
    visits.change({ origin: { id, outcome, language: shell.locale().language } });
    count(id, outcome);
    if (!isHeldOut) show(message);
  }

  function show(message: ShownProactive): void {
    const { id, sender } = message;
    const { language } = shell.locale();
    const t = proactiveTexts[language];
    const text = saidIn(shell, message);
    const senderName = sender?.name ?? t.assistant;
    const say = make('button', { type: 'button', className: 'say', dir: 'auto' }, make('b', {}, senderName), text);
    say.append(make('span', { className: 'more' }, t.reply));
    say.addEventListener('click', () => shell.open('conversation'));
    const face = make('span', { className: 'face' }, Array.from(senderName)[0]?.toUpperCase() ?? '');
    face.ariaHidden = 'true';
    if (sender?.profileImageUrl) {
      const image = make('img', { src: new URL(sender.profileImageUrl, host).href, alt: '' });
      image.addEventListener('error', () => image.remove());
      face.append(image);
    }
    const remove = showCard(shell, {
      label: senderName,
      away: {
        label: t.away,
        press() {
          remove();
          ignore();
          visits.dismiss();
          count(id, 'dismissed');
        },
      },
      content: [face, say],
    });
    const ignore = shell.on('open', () => {
      ignore();
      remove();
      const { chat } = shell;
      if (!chat) return;
      // It begins a conversation of its own.
      if (chat.talk.conversationId !== null) chat.talk.show(null);
      const isAssistant = sender === null;
      chat.update({ opening: { name: senderName, url: sender?.profileImageUrl, isAssistant, text } });
      visits.change({ origin: { id, outcome: 'answered', language } });
    });
  }

  /** The first message of a new conversation names the proactive message that led to it. */
  const once = shell.on('open', () => {
    const talk = shell.chat?.talk;
    if (!talk) return;
    once();
    const send = talk.send.bind(talk);
    talk.send = (content, enclosed) => {
      const { origin: proactive } = visits.visit;
      if (!proactive || talk.conversationId !== null) return send(content, enclosed);
      visits.change({ origin: undefined });
      const begins = proactive.outcome === 'answered' && { clientConversationId: newId() };
      send(content, { ...enclosed, more: { ...begins, ...enclosed?.more, proactive } });
    };
  });
}
