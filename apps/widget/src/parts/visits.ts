/**
 * Reports the open page to the team of a website that shows who is there, and lets the team begin a conversation. Loaded
 * with the launcher where the website has switched this on, and nowhere else.
 */
import { newId } from '@parley/client/identifier';
import { policyViolationCode, visitSubprotocol } from '@parley/contracts/socket';
import type { Invitation, PageReport } from '@parley/contracts/visitors/live-visitors';
import type { WidgetSetup } from '@parley/contracts/visitors/widget';
import { onNavigation } from '../loader/navigation.ts';
import { isTyping } from '../proactive/typing.ts';
import { memoryKey, rememberedToken, withStorage } from '../talk/memory.ts';
import { currentPage } from '../talk/visitor.ts';

/** A page in the background reports itself for so long. */
const hiddenMs = 30_000;
/** First pause before connecting again; it doubles, up to the longest. */
const pauseMs = 2_000;
const pauseMaxMs = 120_000;
/** A single-page site names its page only after the address has changed. */
const titleMs = 500;

/** Returns the id of this tab's visit, which lasts as long as the tab. */
function visitOf(host: string): string {
  const key = `${memoryKey(host)}visit`;
  try {
    const id = sessionStorage.getItem(key) ?? newId();
    sessionStorage.setItem(key, id);
    return id;
  } catch {
    return newId();
  }
}

/**
 * Starts reporting. `place` has the loader bring the chat of a visitor that the browser remembers by now, and `open` opens
 * it.
 */
export function startVisits(host: string, mode: WidgetSetup['live'], place: () => void, open: () => unknown): void {
  const id = visitOf(host);
  let socket: WebSocket | undefined;
  /** Token that the socket was opened with. */
  let token: string | null = null;
  let failures = 0;
  let hiding: ReturnType<typeof setTimeout> | undefined;
  let waiting: ReturnType<typeof setTimeout> | undefined;

  function report(): void {
    if (socket?.readyState !== WebSocket.OPEN) return;
    // The visitor has written since.
    if (rememberedToken(host) !== token) {
      leave();
      connect();
      return;
    }
    const page: PageReport = mode === 'pages' ? { ...currentPage(), referrer: document.referrer.slice(0, 2000) } : {};
    socket.send(JSON.stringify(page));
  }

  function connect(): void {
    clearTimeout(waiting);
    if (socket || document.visibilityState === 'hidden') return;
    token = rememberedToken(host);
    const protocols = [visitSubprotocol, `visit.${id}`, ...(token ? [`token.${token}`] : [])];
    const opened = new WebSocket(`${host.replace('http', 'ws')}/ws`, protocols);
    socket = opened;
    opened.addEventListener('open', () => {
      failures = 0;
      report();
    });
    opened.addEventListener('message', ({ data }) => invited(JSON.parse(String(data))));
    opened.addEventListener('close', ({ code }) => {
      if (socket !== opened) return;
      socket = undefined;
      // The website has switched this off.
      if (code === policyViolationCode) return;
      const pause = Math.min(pauseMaxMs, pauseMs * 2 ** failures);
      failures += 1;
      waiting = setTimeout(guarded(connect), pause * (0.5 + Math.random()));
    });
  }

  function invited({ token: given }: Invitation): void {
    // The visitor may have written in the meantime, here or in another tab.
    if (rememberedToken(host)) return;
    const key = memoryKey(host);
    withStorage((storage) => storage.setItem(key, given));
    // A chat that is there already takes the token as from another tab.
    dispatchEvent(new StorageEvent('storage', { key, newValue: given }));
    place();
    if (!isTyping()) open();
  }

  function changed(): void {
    clearTimeout(hiding);
    if (document.visibilityState === 'hidden') hiding = setTimeout(guarded(leave), hiddenMs);
    else connect();
  }

  function leave(): void {
    const left = socket;
    socket = undefined;
    left?.close();
  }

  document.addEventListener('visibilitychange', guarded(changed));
  addEventListener('pagehide', guarded(leave));
  addEventListener('pageshow', guarded(connect));
  onNavigation(() => setTimeout(guarded(report), titleMs));
  guarded(connect)();
}

/** A page's policy may forbid sockets; nothing is thrown into the page. */
const guarded = (step: () => void) => (): void => {
  try {
    step();
  } catch {
    // The visit is not reported.
  }
};
