/** The help view: searching, reading and judging articles in the place of the chat. Drawn without Preact, over it. */
import type { HelpLink, HelpPage } from '@parley/contracts/knowledge/help';
import type { RichNode } from '@parley/contracts/text/rich-text';
import { translator } from '@parley/contracts/i18n/messages';
import { helpPath, richTags, recordArticleReadPath } from '../contract.static.ts';
import { isOfChat } from '../chat/view.ts';
import { make } from '../dom.ts';
import { button, icon } from '../files/row.ts';
import type { HelpMessages, HelpTexts } from '../help-texts/en.ts';
import { addStyles } from '../launcher/launcher.ts';
import type { WidgetPage } from '../loader/widget-page.ts';
import { rememberedToken } from '../talk/memory.ts';
import type { Talk } from '../talk/talk.ts';
import { helpStyles } from './styles.static.ts';

export interface Help {
  /**
   * Shows the article that the page wished for; else, asked for by the visitor, the view or the chat again, and unasked
   * what the website has shown first.
   */
  show(isAsked?: boolean): void;
}

/** Between the last key and the search; and after how long what was not found is meant. */
const typingMs = 150;
const meantMs = 2_000;

const allowed: ReadonlySet<string> = new Set(richTags);
const backIcon = 'M15 5l-7 7 7 7';

/** An article's tree as elements: nothing of it is markup. */
const drawn = (nodes: readonly RichNode[], host: string): Node[] =>
  nodes.map((node) => {
    if (typeof node === 'string') return document.createTextNode(node);
    const { tag, attributes = {}, children = [] } = node;
    if (!allowed.has(tag)) return document.createTextNode('');
    const element = document.createElement(tag);
    for (const name in attributes) {
      const value = attributes[name] ?? '';
      element.setAttribute(name, value.startsWith('/') ? host + value : value);
    }
    if (tag === 'a') Object.assign(element, { target: '_blank', rel: 'noopener' });
    element.append(...drawn(children, host));
    return element;
  });

/** Starts the view in the chat's panel; it is closed. */
export async function startHelp(
  { host, launcher: { root }, setup, wishes }: WidgetPage,
  talk: Talk,
  part: (name: string) => Promise<{ default: HelpTexts }>,
): Promise<Help> {
  // The chat may speak another language by now than it did at first.
  const language = root.querySelector<HTMLElement>('.panel')?.lang ?? 'en';
  const t = translator<HelpMessages>((await part(`help_${language}`)).default, language);
  const isOnly = setup.help === 'only';
  addStyles(root, helpStyles);
  const results = make('div', { className: 'found', ariaLive: 'polite' });
  const field = make('input', { type: 'search', placeholder: t('search'), ariaLabel: t('search'), maxLength: 200 });
  const list = make('div', { className: 'help-list' }, make('div', { className: 'field' }, field), results);
  const article = make('div', { className: 'help-page', hidden: true });
  const place = make('div', { className: 'help', role: 'region', ariaLabel: t('help') }, list, article);
  let asked = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Article read last before the visitor writes. */
  let read: string | undefined;

  async function call<T>(path: string, query: Record<string, string>, body?: object): Promise<T> {
    const token = rememberedToken(host);
    const answer = await fetch(`${host}${helpPath}${path}?${new URLSearchParams(query)}`, {
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
    });
    if (!answer.ok) throw new Error(String(answer.status));
    return JSON.parse((await answer.text()) || 'null');
  }

  const chat = (): HTMLElement[] => [...(root.querySelectorAll<HTMLElement>('.panel > :is(.scroll, footer)') ?? [])];
  function present(isShown: boolean): void {
    const panel = root.querySelector('.panel');
    if (isShown && panel && place.parentNode !== panel) panel.append(place);
    place.hidden = !isShown;
    for (const each of chat()) each.inert = isShown;
  }

  function leave(): void {
    present(false);
    root.querySelector<HTMLTextAreaElement>('footer textarea')?.focus();
  }
  const write = (): Node[] => (isOnly ? [] : [button('pill', t('write'), leave, t('write'))]);
  const note = (...words: (Node | string)[]): Node => make('p', { className: 'notice' }, ...words);

  function listed(found: readonly HelpLink[]): Node[] {
    let heading: string | null = null;
    return found.flatMap(({ slug, title, summary, category }) => {
      const isNew = !field.value && category && category !== heading;
      heading = category;
      const words = make(
        'span',
        { className: 'words' },
        make('b', { dir: 'auto' }, title),
        make('small', { dir: 'auto' }, summary),
      );
      const row = button('row', '', () => void openArticle(slug), words);
      return [...(isNew ? [make('h3', {}, category)] : []), row];
    });
  }

  async function find(isTyping: boolean): Promise<void> {
    const mine = ++asked;
    const words = field.value.trim();
    const query = {
      locale: language,
      ...(words ? { q: words } : { page: location.pathname }),
      ...(isTyping && { typing: 'true' }),
    };
    try {
      const found: HelpLink[] = await call('', query);
      if (mine !== asked) return;
      results.replaceChildren(
        ...listed(found),
        ...(found.length ? [] : [note(t('nothing', { words }), ' ', t('nothingHint'))]),
        ...write(),
      );
      if (words && !found.length && isTyping) timer = setTimeout(() => void find(false), meantMs);
    } catch {
      if (mine === asked) results.replaceChildren(note(t('failed')), ...write());
    }
  }

  function judged(slug: string): Node {
    const ask = make('div', { className: 'judge' }, t('helpful'));
    const vote = (helpful: boolean) => () => {
      ask.replaceChildren(t('thanks'));
      void call(`/${encodeURIComponent(slug)}/vote`, {}, { locale: language, helpful }).catch(() => undefined);
    };
    ask.append(button('pill', '', vote(true), t('yes')), button('pill', '', vote(false), t('no')));
    ask.role = 'status';
    return ask;
  }

  async function openArticle(slug: string): Promise<void> {
    const mine = ++asked;
    clearTimeout(timer);
    list.hidden = true;
    article.hidden = false;
    const back = button('pill', '', goBack, icon(backIcon), t('back'));
    article.replaceChildren(back, note(t('loading')));
    try {
      const page: HelpPage = await call(`/${encodeURIComponent(slug)}`, { locale: language });
      if (mine !== asked) return;
      read = page.slug;
      const title = make('h3', { tabIndex: -1 }, page.title);
      const more = make('a', { href: page.url, target: '_blank', rel: 'noopener' }, t('newTab'));
      article.replaceChildren(
        back,
        make('article', { lang: page.locale }, title, ...drawn(page.body, host)),
        judged(page.slug),
        make('p', { className: 'need' }, more),
        ...(isOnly ? [] : [make('p', { className: 'need' }, t('need')), ...write()]),
      );
      article.scrollTop = 0;
      title.focus({ preventScroll: true });
    } catch {
      if (mine === asked) article.replaceChildren(back, note(t('failed')), ...write());
    }
  }

  function goBack(): void {
    list.hidden = false;
    article.hidden = true;
    if (!results.firstChild) void find(true);
    field.focus();
  }

  field.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(() => void find(true), typingMs);
  });
  talk.onMessage(({ senderType }) => {
    if (senderType !== 'customer' || !read) return;
    const path = recordArticleReadPath.replace(':slug', encodeURIComponent(read));
    read = undefined;
    void talk.visitor?.call('POST', path, { locale: language }).catch(() => undefined);
  });

  return {
    show(isAsked) {
      const isShown = place.isConnected && !place.hidden;
      const { article: wished } = wishes;
      if (isOfChat(wished)) return isShown && !isOnly ? leave() : undefined;
      wishes.article = undefined;
      // Pages pass on the event of a click, too.
      if (typeof wished === 'string') {
        present(true);
        if (wished === 'help') goBack();
        else void openArticle(wished);
      } else if (isShown) {
        if (isAsked && !isOnly) leave();
      } else if (isAsked || isOnly || !talk.state.messages.length) {
        present(true);
        goBack();
      }
    },
  };
}
