/** Takes off a page what its visitors don't see, and what other visitors wrote. */
import type { parseHTML } from 'linkedom';
import type { SetAside } from '@parley/contracts/knowledge/knowledge';
import { isFoldable } from './open-folded.ts';
import { isNamedForUsers, splitPromises, userParts } from './user-content.ts';

type Page = ReturnType<typeof parseHTML>['document'];
type PageElement = NonNullable<ReturnType<Page['querySelector']>>;

const hiding =
  /(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|opacity\s*:\s*0(?:\.0+)?(?![\d.])|font-size\s*:\s*0|text-indent\s*:\s*-\d{3,}|(?:left|top|right)\s*:\s*-\d{4,}|clip(?:-path)?\s*:\s*(?:rect\(\s*0|inset\(\s*(?:50|100)%)|transform\s*:\s*scale\(\s*0\s*\))/i;
const white = /(?:^|;)\s*color\s*:\s*(?:#fff(?:fff)?\b|white\b|transparent\b|rgba?\(\s*255\s*,\s*255\s*,\s*255)/i;
/** Rules of a page's own style sheets, of one class or id each. */
const rule = /([.#][\w-]{1,80})\s*\{([^{}]{0,2000})\}/g;
const mostStyled = 200_000;
const mostElements = 5_000;
const mostSetAside = 50;
const longestSetAside = 1_000;

const textOf = (element: PageElement): string => (element.textContent ?? '').replaceAll(/\s+/g, ' ').trim();

/** Classes and ids that the page's own style sheets hide. */
function hiddenSelectors(document: Page): string[] {
  const styles = [...document.querySelectorAll('style')].map(({ textContent }) => textContent ?? '').join('\n');
  return [...styles.slice(0, mostStyled).matchAll(rule)].flatMap(([, selector = '', style = '']) =>
    hiding.test(style) ? [selector] : [],
  );
}

/** White on nothing that could be dark. */
function isWhite(element: PageElement): boolean {
  if (!white.test(element.getAttribute('style') ?? '')) return false;
  for (let at = element; at && at.localName !== 'body'; at = at.parentElement) {
    if (at.hasAttribute('class') || /background/i.test(at.getAttribute('style') ?? '')) return false;
  }
  return true;
}

/** Removes elements that no browser shows, and what users promise. Returns their texts. */
export function removeUnshown(document: Page): SetAside[] {
  const aside: SetAside[] = [];
  const set = (why: SetAside['why'], text: string): void => {
    if (text !== '' && aside.length < mostSetAside) aside.push({ why, text: text.slice(0, longestSetAside) });
  };
  const remove = (element: PageElement): void => {
    if (!element.isConnected) return;
    set('hidden', textOf(element));
    element.remove();
  };
  const styled = [...document.body.querySelectorAll('[style], [hidden]')].slice(0, mostElements);
  for (const element of styled) {
    const isHidden = element.hasAttribute('hidden') || hiding.test(element.getAttribute('style') ?? '');
    if (isHidden || isWhite(element)) remove(element);
  }
  for (const selector of new Set(hiddenSelectors(document)))
    for (const element of document.body.querySelectorAll(selector)) if (!isFoldable(element)) remove(element);
  let read: PageElement = null;
  for (const element of [...document.body.querySelectorAll(userParts)].slice(0, mostElements)) {
    // Parts of one that was read have nothing more.
    if (read?.contains(element)) continue;
    const isUsers =
      element.matches('[itemprop], [itemtype]') ||
      isNamedForUsers(`${element.getAttribute('class') ?? ''} ${element.getAttribute('id') ?? ''}`);
    if (!isUsers || !element.isConnected || element.querySelector('h1')) continue;
    read = element;
    const { text, promises } = splitPromises(textOf(element));
    if (promises.length === 0) continue;
    set('user_content', promises.join(' '));
    element.textContent = text;
  }
  return aside;
}
