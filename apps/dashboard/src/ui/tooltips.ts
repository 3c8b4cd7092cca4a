/** Tooltips of the dashboard, in place of the browser's: with the key of the command that an element runs. */
import { registeredCommands } from '../commands/commands.ts';
import { isOffered, keyCaps } from '../commands/keyboard.ts';
import styles from './tooltips.module.css';

const delayMs = 400;
/** Another tooltip within this time after one was hidden appears at once. */
const warmMs = 300;
/** Distance from the element and from the window's edges, in pixels. */
const gap = 6;
/** A wider element has its tooltip where the pointer is. */
const widestCentred = 240;

const described = ['[title]:not(iframe)', '[data-command]', '[aria-keyshortcuts]', 'button', 'a[href]'].join();

/** Returns the keys of the first offered command of `data-command`, of `aria-keyshortcuts`, or of the command's label. */
function keysOf(element: HTMLElement, words: string): string | undefined {
  const ids = element.dataset['command']?.split(' ');
  const command = registeredCommands().find(({ id, label }) => (ids ? ids.includes(id) : label === words));
  const keys = command?.keys ?? element.getAttribute('aria-keyshortcuts')?.split(' ')[0];
  return keys && isOffered(keys) ? keys : undefined;
}

const nameOf = (element: HTMLElement): string => (element.getAttribute('aria-label') ?? element.innerText).trim();

/** Shows tooltips on hover and on focus by keyboard until the returned function is called. */
export function showTooltips(): () => void {
  const tip = document.createElement('div');
  tip.className = styles['tip'] ?? '';
  tip.popover = 'manual';
  tip.ariaHidden = 'true';
  document.body.append(tip);
  const end = new AbortController();
  let over: HTMLElement | null = null;
  let words = '';
  /** Undoes what keeps the browser's own tooltip away. */
  let giveBack = (): void => undefined;
  let hiddenAt = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const isShown = () => tip.hasAttribute('data-shown');

  function hide(): void {
    clearTimeout(timer);
    giveBack();
    giveBack = () => undefined;
    if (isShown()) hiddenAt = performance.now();
    tip.removeAttribute('data-shown');
    tip.hidePopover?.();
    over = null;
  }

  /** Takes the `title` away; an element that has no other name keeps it as its name. */
  function takeTitle(element: HTMLElement): void {
    if (!element.title) return;
    const { title } = element;
    const isNamed = element.hasAttribute('aria-labelledby') || nameOf(element) !== '';
    element.removeAttribute('title');
    if (!isNamed) element.setAttribute('aria-label', title);
    giveBack = () => {
      if (!isNamed) element.removeAttribute('aria-label');
      if (!element.hasAttribute('title')) element.title = title;
    };
  }

  function show(element: HTMLElement, x?: number): void {
    const keys = keysOf(element, words);
    // A control with a text says its name by itself.
    if (!element.title && !keys) return;
    const cap = document.createElement('kbd');
    cap.textContent = keys ? keyCaps(keys).join(' ') : '';
    tip.replaceChildren(words, ...(keys ? [cap] : []));
    // The browser shows none for an element with the focus.
    if (x !== undefined) takeTitle(element);
    tip.dir = getComputedStyle(document.body).direction;
    tip.setAttribute('data-shown', '');
    tip.showPopover?.();
    const box = element.getBoundingClientRect();
    const centre = x !== undefined && box.width > widestCentred ? x : box.left + box.width / 2;
    const left = Math.max(gap, Math.min(centre - tip.offsetWidth / 2, window.innerWidth - tip.offsetWidth - gap));
    const below = box.bottom + gap;
    const isBelow = below + tip.offsetHeight + gap <= window.innerHeight;
    tip.style.left = `${left}px`;
    tip.style.top = `${isBelow ? below : Math.max(gap, box.top - tip.offsetHeight - gap)}px`;
  }

  function wait(target: EventTarget | null, x?: number): void {
    const element = target instanceof Element ? target.closest<HTMLElement>(described) : null;
    if (over && target instanceof Node && over.contains(target) && over === element) return;
    hide();
    if (!(element instanceof HTMLElement)) return;
    over = element;
    words = element.title || nameOf(element);
    if (!words) return;
    const isWarm = performance.now() - hiddenAt < warmMs;
    timer = setTimeout(() => element.isConnected && show(element, x), isWarm ? 0 : delayMs);
  }

  const options = { signal: end.signal, capture: true, passive: true };
  document.addEventListener(
    'pointerover',
    ({ target, pointerType, clientX }) => (pointerType === 'touch' ? hide() : wait(target, clientX)),
    options,
  );
  document.addEventListener(
    'focusin',
    ({ target }) => target instanceof HTMLElement && target.matches(':focus-visible') && wait(target),
    options,
  );
  for (const event of ['pointerdown', 'keydown', 'wheel', 'blur', 'resize'] as const)
    window.addEventListener(event, hide, options);
  document.addEventListener('scroll', hide, options);
  document.documentElement.addEventListener('pointerleave', hide, { signal: end.signal });
  return () => {
    hide();
    end.abort();
    tip.remove();
  };
}
