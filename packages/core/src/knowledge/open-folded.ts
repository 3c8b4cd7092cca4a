/**
 * Opens content that a page hides until a visitor presses a button: answers below questions, panels, tabs. Readers of
 * pages drop hidden elements, and buttons, which contain the questions.
 */
import type { parseHTML } from 'linkedom';

type Page = ReturnType<typeof parseHTML>['document'];
type PageElement = NonNullable<ReturnType<Page['querySelector']>>;

/** Hidden elements in here are no content of the page: menus, dialogs, forms. */
const apart =
  'nav, header, footer, aside, form, dialog, template, [role="dialog"], [role="alertdialog"], [role="menu"], [role="navigation"], [role="tooltip"], [aria-modal="true"]';
/** Attributes that name the panel an element opens: by its id, or by a selector of it. */
const naming = ['aria-controls', 'data-target', 'data-bs-target', 'href'] as const;
const triggers = '[aria-controls], [data-target], [data-bs-target], [aria-expanded][href], [role="tab"][href]';
const hidden = '[hidden], [aria-hidden="true"], [style*="display"], [style*="visibility"], [style*="height"], [inert]';
const foldedNames = /accordion|collaps|faq|toggle|expand|answer|panel|tab-?(?:content|pane)|disclosure/i;
const hidingStyles = /(?:display|visibility|opacity|(?:max-)?height|overflow)\s*:[^;]*;?/gi;
/** An element with more of its text in links is a menu. */
const mostLinked = 0.6;
const mostLookedAt = 2_000;
/** A button with more text is no question. */
const longestQuestion = 300;

const isApart = (element: PageElement): boolean => element.closest(apart) !== null;

function isMenu(element: PageElement): boolean {
  const whole = element.textContent?.trim().length ?? 0;
  const linked = [...element.querySelectorAll('a')].reduce(
    (sum, { textContent }) => sum + textContent.trim().length,
    0,
  );
  return whole === 0 || linked > mostLinked * whole;
}

function open(element: PageElement): void {
  for (const name of ['hidden', 'aria-hidden', 'inert']) element.removeAttribute(name);
  const style = element.getAttribute('style');
  if (style !== null) element.setAttribute('style', style.replaceAll(hidingStyles, ''));
}

/** Replaces an element with one of another name, keeping its content. */
function rename(document: Page, element: PageElement, name: string): void {
  const other = document.createElement(name);
  other.append(...element.childNodes);
  element.replaceWith(other);
}

/** The ids of panels that something on the page opens. */
function openedIds(document: Page): Set<string> {
  const ids = new Set<string>();
  for (const trigger of document.querySelectorAll(triggers)) {
    if (isApart(trigger)) continue;
    for (const name of naming) {
      const value = trigger.getAttribute(name) ?? '';
      const named = name === 'aria-controls' ? value.split(/\s+/) : value.startsWith('#') ? [value.slice(1)] : [];
      for (const id of named) if (id !== '') ids.add(id);
    }
  }
  return ids;
}

/**
 * Returns true if an element is a panel that visitors can open, judged by its trigger, its predecessor, or its name.
 */
function isFolded(element: PageElement, ids: ReadonlySet<string>): boolean {
  if (ids.has(element.id) || element.getAttribute('role') === 'tabpanel') return true;
  const before = element.previousElementSibling;
  if (before?.matches('button, dt, summary, [aria-expanded], [role="button"]')) return true;
  if (before?.querySelector('button, [aria-expanded], [role="button"]')) return true;
  return isFoldable(element);
}

/** Whether an element is named as one that visitors open. */
export const isFoldable = (element: PageElement): boolean =>
  foldedNames.test(element.getAttribute('class') ?? '') || foldedNames.test(element.id);

/** Makes a question of each button that opens something: in a heading its text, elsewhere a heading of its own. */
function nameQuestions(document: Page): void {
  for (const button of document.querySelectorAll('button, [role="button"]')) {
    const text = button.textContent?.trim() ?? '';
    if (text === '' || text.length > longestQuestion || isApart(button)) continue;
    if (button.closest('h1, h2, h3, h4, h5, h6, dt, summary')) rename(document, button, 'span');
    else if (button.matches('[aria-expanded], [aria-controls], [data-target], [data-bs-target]'))
      rename(document, button, 'h3');
  }
}

/** Opens the folded content of a page, in place. */
export function openFolded(document: Page): void {
  const ids = openedIds(document);
  for (const element of [...document.querySelectorAll(hidden)].slice(0, mostLookedAt))
    if (isFolded(element, ids) && !isApart(element) && !isMenu(element)) open(element);
  nameQuestions(document);
  for (const summary of document.querySelectorAll('details > summary'))
    if (!isApart(summary)) rename(document, summary, 'h3');
  for (const details of document.querySelectorAll('details')) if (!isApart(details)) rename(document, details, 'div');
}
