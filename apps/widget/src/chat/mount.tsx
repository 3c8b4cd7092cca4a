/** @jsxImportSource preact */
import { translator } from '@parley/contracts/i18n/messages';
import type { WidgetSetup } from '@parley/contracts/visitors/widget';
import { createRef, render } from 'preact';
import { addStyles, type Launcher } from '../launcher/launcher.ts';
import type { Locale } from '../locales.ts';
import type { Talk, TalkMessage, TalkState } from '../talk/talk.ts';
import type { ChatMessages, Texts } from '../texts/en.ts';
import { DownIcon } from './icons.tsx';
import { Panel } from './panel.tsx';
import { chatStyles } from './styles.static.ts';
import { isComposing, type PartLoaders, type Parts, type View } from './view.ts';

/** Sizes at which the style sheet lets the panel cover the whole screen. */
const coversScreen = '(max-width: 480px), (max-height: 440px)';

export interface ChatOptions {
  launcher: Launcher;
  setup: WidgetSetup;
  talk: Talk;
  texts: Texts;
  locale: Locale;
  /** Inside a box of the page instead of over the window. */
  inline?: boolean;
  /** Brings the parts of the chat that only some visitors need; without them there are none. */
  parts?: PartLoaders;
  /** Shows the help centre, or the chat again. */
  help?: () => void;
  /** Files wait from an earlier page. */
  hasFiles?: boolean;
  /** Told about every opening and closing. */
  toggled?: (isOpen: boolean) => void;
  /** Called after every drawing. */
  drawn?: (view: View, isOpen: boolean) => void;
}

export interface Chat {
  readonly isOpen: boolean;
  open(): void;
  close(): void;
  /** Draws again with another configuration or language, or when the server was reached again or no more. */
  update(changed: Partial<Pick<View, 'setup' | 'locale' | 'isReached' | 'opening'> & Pick<ChatOptions, 'texts'>>): void;
  destroy(): void;
}

/** Returns the key of the first message that the visitor hasn't read; undefined without any. */
function firstUnread({ messages, unread, unreadElsewhere = 0 }: TalkState): string | undefined {
  const count = unread - unreadElsewhere;
  return count > 0 ? messages.filter(({ senderType }) => senderType !== 'customer').at(-count)?.key : undefined;
}

/** Draws the chat beside its launcher, closed. One implementation for customers' websites and the dashboard's previews. */
export function mountChat(options: ChatOptions): Chat {
  const { launcher, talk, inline = false, toggled, drawn, parts, hasFiles, help } = options;
  let { setup, locale } = options;
  let t = translator<ChatMessages>(options.texts, locale.tag);
  let isReached = true;
  let opening: View['opening'];
  const arrived: Partial<Parts> = {};
  const coming: Partial<Record<keyof Parts, Promise<void> | undefined>> = {};
  let isOpen = false;
  /** Whether the messages of the chat haven't been seen since it was opened. */
  let isFresh = false;
  let newFrom: string | undefined;
  const end = new AbortController();
  const panel = createRef<HTMLDialogElement>();
  const field = createRef<HTMLTextAreaElement>();
  const screen = matchMedia(coversScreen);

  addStyles(launcher.root, chatStyles);
  const badge = document.createElement('div');
  launcher.button.append(badge);
  const box = document.createElement('div');
  // Before the launcher in the order of the Tab key only while open: closed, it is not there at all.
  launcher.root.append(box);

  /** Over the whole screen the page behind is out of reach; in the corner both can be used. */
  function show(): void {
    const dialog = panel.current;
    const { activeElement } = launcher.root;
    if (!dialog) return;
    fit();
    dialog.close();
    if (!isOpen) return;
    if (!inline && screen.matches) dialog.showModal();
    else dialog.show();
    // Turning a phone or zooming in must not take the field from who writes.
    if (activeElement instanceof HTMLElement) activeElement.focus();
  }

  function draw(): void {
    if (end.signal.aborted) return;
    const { state } = talk;
    const hadFocus = launcher.root.activeElement;
    if (!isOpen) newFrom = undefined;
    else if (isFresh || document.visibilityState === 'hidden') newFrom = firstUnread(state) ?? newFrom;
    isFresh &&= state.messages.length === 0;
    const view: View = { setup, t, locale, state, talk, isReached, opening, newFrom, ...arrived, help, attach, edit };
    render(<Panel view={view} close={close} panel={panel} field={field} />, box);
    arrived.files?.draw(view);
    if (isOpen && state.messages.some(({ markdown }) => markdown)) void bring('formatted');
    if (hasFiles || (isOpen && state.messages.some(({ attachments }) => attachments))) void bring('files');
    // A button that has done its work goes, and must not take the keyboard out of the chat.
    if (hadFocus && !launcher.root.activeElement) enter();
    const count = isOpen ? 0 : state.unread;
    const label = isOpen ? t('close') : launcher.button.dataset['name'];
    render(
      <>
        <DownIcon />
        {count > 0 && <span class="unread">{count}</span>}
      </>,
      badge,
    );
    launcher.label(count ? `${label}, ${t('unread', { count })}` : `${label}`);
    launcher.button.setAttribute('aria-expanded', String(isOpen));
    if (isOpen && document.visibilityState === 'visible') talk.read();
    drawn?.(view, isOpen);
  }

  function bring<Name extends keyof Parts>(name: Name): Promise<void> | undefined {
    return (coming[name] ??= parts?.[name](launcher.root, draw, locale).then(
      (part) => {
        arrived[name] = part;
        draw();
      },
      // Asked for again at the next drawing.
      () => {
        coming[name] = undefined;
      },
    ));
  }

  const attach: View['attach'] = (chosen) => {
    const added = [...chosen];
    void bring('files')?.then(() => arrived.files?.add(added));
  };

  /** Files that are pasted or dropped; what brings words too is meant as words. */
  function given(event: ClipboardEvent | DragEvent): void {
    const data = 'clipboardData' in event ? event.clipboardData : event.dataTransfer;
    if (!setup.files || !data?.types.includes('Files') || data.types.includes('text/plain')) return;
    event.preventDefault();
    if (event.type !== 'dragover') attach(data.files);
  }

  function edit({ key, content }: TalkMessage): void {
    const element = field.current;
    if (!element) return;
    talk.discard(key);
    arrived.files?.putBack(key);
    element.value = [content, element.value].filter(Boolean).join('\n');
    element.dispatchEvent(new Event('input'));
    element.focus();
  }

  /** On a phone the panel is exactly as large as what the keyboard leaves visible, in the page's own measure. */
  function fit(): void {
    const seen = window.visualViewport;
    if (!seen) return;
    const { element } = launcher;
    const { style } = element;
    const zoom = 'currentCSSZoom' in element ? element.currentCSSZoom : 1;
    style.setProperty('--seen-top', `${seen.offsetTop / zoom}px`);
    style.setProperty('--seen-height', `${seen.height / zoom}px`);
  }

  /** Focuses the field where there is a keyboard; on a touch screen the keys would cover half the greeting. */
  function enter(): void {
    (matchMedia('(pointer: coarse)').matches ? panel : field).current?.focus({ preventScroll: true });
  }

  function open(): void {
    if (isOpen) return;
    isOpen = isFresh = true;
    talk.begin();
    draw();
    show();
    enter();
    toggled?.(true);
  }

  function close(): void {
    if (!isOpen) return;
    isOpen = false;
    const hadFocus = launcher.root.activeElement !== null;
    draw();
    show();
    if (hadFocus) launcher.button.focus({ preventScroll: true });
    toggled?.(false);
  }

  /** The page's own shortcuts are not meant for what is typed here. */
  function typed(event: KeyboardEvent): void {
    event.stopPropagation();
    if (event.type === 'keydown' && event.key === 'Escape' && !isComposing(event)) close();
  }

  const until = { signal: end.signal };
  for (const event of ['keydown', 'keypress', 'keyup'] as const) box.addEventListener(event, typed);
  // Smooth scrolling of a page would take the wheel from the messages.
  for (const event of ['wheel', 'touchmove'] as const)
    box.addEventListener(event, (moved) => moved.stopPropagation(), { passive: true });
  for (const event of ['dragover', 'drop', 'paste'] as const) box.addEventListener(event, given);
  talk.onChange(draw);
  document.addEventListener('visibilitychange', draw, until);
  screen.addEventListener('change', show, until);
  for (const event of ['resize', 'scroll']) window.visualViewport?.addEventListener(event, fit, until);
  launcher.look(setup);
  fit();
  draw();
  // Besides Escape there are a phone's own ways back.
  panel.current?.addEventListener('cancel', (event) => {
    event.preventDefault();
    close();
  });

  return {
    get isOpen() {
      return isOpen;
    },
    open,
    close,
    update(changed) {
      ({ setup, locale, isReached, opening } = { setup, locale, isReached, opening, ...changed });
      if (changed.texts) t = translator(changed.texts, locale.tag);
      launcher.look(setup);
      fit();
      draw();
    },
    destroy() {
      end.abort();
      render(null, box);
      box.remove();
      badge.remove();
    },
  };
}
