/** Rarer calls of `window.Parley`: loaded with the first of them. */
import { visitorPath } from '../contract.static.ts';
import { addStyles } from '../launcher/launcher.ts';
import type { Prefill } from '../loader/parley.ts';
import { openTracked } from '../proactive/tracked.ts';
import type { Texts } from '../texts/en.ts';
import { type Shell, whenOpen } from '../loader/shell.ts';

/** How soon the button is looked for again. */
const hideMs = 200;

/** Events that come in quick succession are sent together. */
const reportMs = 1_000;
let reporting: ReturnType<typeof setTimeout> | undefined;

/** Fills in what the visitor may send: nothing leaves before they do. */
export function prefill(shell: Shell, given: string | Prefill): void {
  const { message, name, email } = typeof given === 'string' ? { message: given } : given;
  whenOpen(shell, ({ talk }) => {
    const field = shell.launcher?.root.querySelector<HTMLTextAreaElement>('footer textarea');
    // Text that the visitor has typed stays.
    if (message && field && !field.value) {
      field.value = message;
      field.dispatchEvent(new Event('input'));
    }
    if (!name && !email) return;
    const send = talk.send.bind(talk);
    talk.send = (content, enclosed) => {
      talk.send = send;
      send(content, enclosed);
      const left = { ...(name && { name }), ...(email && { email }) };
      // The server keeps what the website has vouched for; it tells why it refused something.
      talk.visitor.call('PATCH', visitorPath, left).catch((error: unknown) => console.warn('Parley:', error));
    };
  });
}

/** Opens the chat and sends a message as the visitor. */
export function ask(shell: Shell, text: unknown): void {
  const content = String(text).trim();
  shell.open('conversation');
  if (content) whenOpen(shell, ({ talk }) => talk.state.isBlocked || talk.send(content));
}

/** Notes an event of the page, which proactive messages may wait for. The team sees it once the visitor has written. */
export function track(shell: Shell, event: unknown, properties?: object): void {
  const { wishes } = shell;
  wishes.tracked = [...(wishes.tracked ?? []), String(event)];
  shell.emit('track', { event: String(event), properties });
  wishes.events ??= openTracked(shell);
  wishes.events.add(event, properties);
  reporting ??= setTimeout(() => {
    reporting = undefined;
    const talk = shell.chat?.talk;
    if (talk?.conversationId) void wishes.events?.report(talk.visitor);
  }, reportMs);
}

/** Speaks the language that the page has chosen. */
export async function relabel(shell: Shell): Promise<void> {
  const locale = shell.locale();
  const name = shell.setup?.names[locale.language];
  if (name !== undefined) shell.launcher?.name(name);
  shell.relabel?.();
  const { default: texts }: { default: Texts } = await import(
    import.meta.url.replace('/calls.', `/${locale.language}.`)
  );
  // The page may have chosen another one since.
  if (shell.locale().language !== locale.language) return;
  if (shell.chat) shell.chat.update({ texts, locale });
  else whenOpen(shell, (chat) => chat.update({ texts, locale }));
}

/** Opens the chat from the page's own elements, and takes the widget's button away. */
export function launcher(shell: Shell, selector: string): void {
  const { wishes } = shell;
  const isNew = wishes.launchers === undefined;
  wishes.launchers = selector;
  if (!isNew) return;
  const hide = (): void => {
    if (shell.launcher) addStyles(shell.launcher.root, '.launcher { display: none; }');
    // Not drawn yet: page rules may keep it away.
    else setTimeout(hide, hideMs);
  };
  hide();
  let pressed: HTMLElement | undefined;
  const found = (target: EventTarget | null): HTMLElement | null =>
    target instanceof Element && wishes.launchers ? target.closest<HTMLElement>(wishes.launchers) : null;
  document.addEventListener('click', (event) => {
    const element = found(event.target);
    if (!element) return;
    event.preventDefault();
    pressed = element;
    shell.toggle();
  });
  const mark = (isOpen: boolean) => () => {
    for (const each of document.querySelectorAll(wishes.launchers ?? '')) each.ariaExpanded = String(isOpen);
    if (!isOpen && shell.launcher?.root.activeElement === null) pressed?.focus();
  };
  shell.on('open', mark(true));
  shell.on('close', mark(false));
}
