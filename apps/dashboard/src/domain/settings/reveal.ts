/** Shows a setting on its screen: in view, focused, and marked for a moment. */
import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { useRights } from '../../forms/permissions.ts';
import { type Setting, settingsEntries } from './entries.ts';
import { settingParameter } from './paths.ts';
import './reveal.css';

/** Milliseconds to wait for a screen that is loading. */
const patienceMs = 10_000;
const markedMs = 2_500;
const focusable = 'input:not([type=hidden]):not([hidden]),select,textarea,button,a[href]';

const isShown = (element: Element): boolean => element.closest('[style*="display: none"],[hidden]') === null;
const isUsable = (element: Element): boolean => isShown(element) && !element.matches(':disabled');

/** Text of an element up to its hint, which is an element of its own. */
const ownText = (element: Element): string => element.textContent.trim();

/** Finds the elements that a label names, most exact first: fields, rows, buttons, panels. */
const named = [
  {
    selector: '[data-setting],label',
    isNamed: (element: Element, label: string) => ownText(element).startsWith(label),
  },
  {
    selector: 'input[aria-label],select[aria-label]',
    isNamed: (element: Element, label: string) => element.getAttribute('aria-label') === label,
  },
  { selector: 'legend,button,h2,h3', isNamed: (element: Element, label: string) => ownText(element) === label },
];

function elementNamed(root: ParentNode, label: string): HTMLElement | undefined {
  for (const { selector, isNamed } of named)
    for (const element of root.querySelectorAll<HTMLElement>(selector))
      if (isShown(element) && isNamed(element, label)) return element;
  return undefined;
}

/** Returns what belongs to a label: its field, row, fieldset or panel. */
function areaOf(element: HTMLElement): HTMLElement {
  if (element.matches('h2,h3')) return element.closest('section') ?? element;
  if (element.matches('legend')) return element.closest('fieldset') ?? element;
  if (element.matches('label')) return element.closest<HTMLElement>('[data-scope=field][data-part=root]') ?? element;
  return element;
}

function show(element: HTMLElement, { opens }: Setting): void {
  const area = areaOf(element);
  area.scrollIntoView({ block: element.matches('h2,h3') ? 'start' : 'center' });
  if (opens && element instanceof HTMLButtonElement) {
    // Its replacement gets the focus.
    element.focus({ preventScroll: true });
    return element.click();
  }
  const control = element instanceof HTMLLabelElement ? element.control : null;
  const inside =
    control ??
    [area, ...area.querySelectorAll<HTMLElement>(focusable)].find((each) => each.matches(focusable) && isUsable(each));
  if (inside && isUsable(inside)) inside.focus({ preventScroll: true });
  else {
    area.tabIndex = -1;
    area.focus({ preventScroll: true });
  }
  area.dataset.revealed = '';
  setTimeout(() => delete area.dataset.revealed, markedMs);
  return undefined;
}

/** Tries to show a setting; returns whether it is there. */
function tryToShow(root: ParentNode, setting: Setting): boolean {
  if (setting.ofWebsite) root.querySelector<HTMLElement>('[data-opens-website][aria-expanded=false]')?.click();
  const element = elementNamed(root, setting.label);
  if (element) show(element, setting);
  return element !== undefined;
}

/** Shows the setting that the address names, as soon as its screen is there. */
export function useRevealedSetting(): void {
  // Each choice of a result has a key of its own: the same one is shown again.
  const { search, key } = useLocation();
  const rights = useRights();
  const wantedId = new URLSearchParams(search).get(settingParameter);
  const entries = wantedId === null ? [] : settingsEntries(rights);
  const { id, label, opens, ofWebsite } =
    entries.flatMap(({ settings }) => settings).find((each) => each.id === wantedId) ?? {};
  useEffect(() => {
    if (id === undefined || label === undefined) return undefined;
    const setting = { id, label, ...(opens && { opens }), ...(ofWebsite && { ofWebsite }) };
    const root = document.querySelector('main') ?? document.body;
    if (tryToShow(root, setting)) return undefined;
    const observer = new MutationObserver(() => {
      if (tryToShow(root, setting)) observer.disconnect();
    });
    observer.observe(root, { childList: true, subtree: true, attributeFilter: ['style', 'disabled'] });
    const timer = setTimeout(() => observer.disconnect(), patienceMs);
    return () => {
      observer.disconnect();
      clearTimeout(timer);
    };
  }, [id, label, opens, ofWebsite, key]);
}
