/** From the script tag to a launcher: reads the configuration, draws the button, brings the chat when it is wanted. */
import { showsOnPage } from '@parley/contracts/visitors/page-rules';
import type { WidgetSetup } from '@parley/contracts/visitors/widget';
import { setupPath } from '../contract.static.ts';
import { drawLauncher, type Launcher } from '../launcher/launcher.ts';
import { chooseLocale } from '../locales.ts';
import { endSession } from '../talk/end-session.ts';
import { forgetVisitor, rememberedToken } from '../talk/memory.ts';
import type { Texts } from '../texts/en.ts';
import { onNavigation } from './navigation.ts';
import { createAnnouncer, type Given, publish, type Wishes } from './parley.ts';
import type * as callsPart from '../parts/calls.ts';
import type * as proactivePart from '../parts/proactive.ts';
import type * as visitsPart from '../parts/visits.ts';
import type { Shell } from './shell.ts';
import type { LiveChat, WidgetPage } from './widget-page.ts';

/** In the names of the chat and of each language's texts: the hash of their content, known when the loader is built. */
declare const PARTS_HASH: string;

/** A launcher that the page has removed is back after this long. */
const restoreMs = 1_000;

/** Parts that come with a website's configuration. */
const outreach = ['proactive', 'banners'] as const;

/** Narrower pages count as mobile. */
const mobile = '(max-width: 640px)';

const ownAddress = (): string | undefined => {
  const script = document.currentScript ?? document.querySelector('script[src*="/widget.js"]');
  return (script as HTMLScriptElement | null)?.src;
};

/** Starts the widget on this page, once. */
export function loadWidget(): void {
  const address = ownAddress();
  const wishes: Given & Wishes = { ...window.Parley };
  // The second of two script tags finds that there is nothing left to do.
  if (wishes.isLoaded || !address) return;
  const host = new URL(address).origin;
  let edition = `${PARTS_HASH}.js`;
  const part = (name: string) => import(`${host}/widget/${name}.${edition}`);
  const { on, emit } = createAnnouncer();
  const narrow = matchMedia(mobile);
  let setup: WidgetSetup | undefined;
  let launcher: Launcher | undefined;
  let chat: LiveChat | undefined;
  let loading: Promise<void> | undefined;
  let isHidden = false;
  let isOpenWished = false;

  const locale = () => chooseLocale(wishes.locale);
  const shell: Shell = {
    host,
    wishes,
    on,
    emit,
    locale,
    open,
    toggle,
  };
  const fetchTexts = async (): Promise<Texts> => {
    const module: { default: Texts } = await part(locale().language);
    return module.default;
  };

  const mayShow = (): boolean | undefined =>
    !isHidden &&
    setup?.show &&
    (narrow.matches ? setup.showOnMobile : setup.showOnDesktop) &&
    showsOnPage(setup, location.pathname);

  /** Brings the chat; a failed attempt may be repeated. */
  const load = async (): Promise<void> => {
    if (!setup || !launcher) return;
    const [{ startChat }, texts]: [{ startChat: (page: WidgetPage) => LiveChat }, Texts] = await Promise.all([
      part('chat'),
      fetchTexts(),
    ]);
    shell.chat = chat ??= startChat({ ...shell, launcher, setup, texts, locale: locale() });
  };
  function want(): void {
    loading ??= load()
      .catch(() => {
        // An update has taken away what this loader, from a cache, was built with; or the network failed, and a module
        // that failed to load stays failed under its address.
        edition = `latest.js?${Date.now()}`;
        return load();
      })
      .catch(() => {
        loading = undefined;
      });
  }

  async function open(view = wishes.article): Promise<void> {
    wishes.article = view;
    isOpenWished = true;
    if (mayShow()) want();
    await loading;
    if (!isOpenWished || !mayShow() || !chat) return;
    if (!chat.isOpen) putInto(document.documentElement);
    // An open one may be wanted for an article.
    chat.open();
  }
  function close(): void {
    isOpenWished = false;
    chat?.close();
  }
  function toggle(): void {
    if (chat?.isOpen) close();
    else void open();
  }

  function draw(look: WidgetSetup): void {
    shell.launcher = launcher = drawLauncher(look, look.names[locale().language]);
    const { button, element } = launcher;
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- shorter, on an element of our own
    button.onclick = toggle;
    // A pointer nearby probably means a click: by then the chat has loaded.
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- shorter, on an element of our own
    button.onpointerenter = button.onfocus = want;
    // A page that keeps the focus in a dialog of its own takes it back from every other element.
    element.addEventListener('focusin', (event) => event.stopPropagation());
    putInto(document.body);
    if (look.live)
      part('visits').then(
        ({ startVisits }: typeof visitsPart) => startVisits(host, look.live, place, open),
        () => undefined,
      );
  }

  // Later, so that a page which will not have it is not fought over every change.
  const watch = new MutationObserver(() => launcher?.element.isConnected || setTimeout(place, restoreMs));

  /**
   * Puts the launcher beside the body, where the page's styles, dialogs and redrawn bodies don't reach it. It begins as
   * the last element of the body: React 18 that hydrates a whole document draws it again for a foreign element anywhere
   * else (github.com/remix-run/remix/issues/9016). It moves when it is opened or removed, or isn't fixed to the window there.
   */
  function putInto(parent: HTMLElement): void {
    if (launcher) parent.append(launcher.element);
    for (const node of [document, document.documentElement, document.body]) watch.observe(node, { childList: true });
  }

  /** Shows or hides by the page rules; called whenever one of their reasons may have changed. */
  function place(): void {
    const shown = mayShow() && setup;
    if (shown && !launcher) draw(shown);
    if (launcher) launcher.element.hidden = !shown;
    if (shown) {
      // Also one that a page which draws itself again has taken along.
      if (!launcher?.element.isConnected || launcher.element.offsetParent) putInto(document.documentElement);
      if (isOpenWished && !chat) void open();
      else if (rememberedToken(host) !== null) (window.requestIdleCallback ?? setTimeout)(want);
    } else chat?.close();
    chat?.navigated();
  }

  /** Makes a call of a part that most pages don't need. */
  const later =
    (call: keyof typeof callsPart | keyof typeof proactivePart, name = 'calls') =>
    (...given: unknown[]): void =>
      void part(name)
        .then((calls) => calls[call](shell, ...given))
        .catch(() => undefined);

  async function start(): Promise<void> {
    const answer = await fetch(host + setupPath);
    if (!answer.ok) throw new Error();
    shell.setup = setup = await answer.json();
    // Before that the end of the body is not known.
    if (document.readyState === 'loading') addEventListener('DOMContentLoaded', place);
    else place();
    emit('ready');
    for (const name of outreach) if (setup?.[name]) later('start', name)();
  }

  publish({
    open: shell.open,
    openArticle: shell.open,
    close,
    toggle,
    on,
    show() {
      isHidden = false;
      place();
    },
    hide() {
      isHidden = true;
      place();
    },
    identify(user) {
      wishes.user = user;
      chat?.identify(user);
    },
    setAttributes(added) {
      wishes.attributes = { ...wishes.attributes, ...added };
      chat?.setAttributes(added);
    },
    logout() {
      wishes.user = wishes.attributes = wishes.events = undefined;
      const token = forgetVisitor(host);
      if (chat) chat.logout();
      else if (token) endSession(host, token);
    },
    prefill: later('prefill'),
    ask: later('ask'),
    track: later('track'),
    launcher: later('launcher'),
    setLocale(tag) {
      wishes.locale = tag;
      later('relabel')();
    },
  });
  onNavigation(place);
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- shorter, on a list of our own
  narrow.onchange = place;
  // A refusal cannot be told from an unreachable server: no answer may be read by a website that is not registered.
  start().catch(() => console.warn(`Parley: no chat here`));
}
