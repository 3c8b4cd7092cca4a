/** Blocks of a chat without messages that lead elsewhere: search in help, articles, links, earlier conversations. */
import type { HelpLink } from '@parley/contracts/knowledge/help';
import type { VisitorConversation, VisitorConversationEntry } from '@parley/contracts/visitors/widget';
import type { View } from '../chat/view.ts';
import { conversationsPath, helpPath } from '../contract.static.ts';
import { make } from '../dom.ts';
import { button } from '../files/row.ts';
import { listTexts } from '../parts/conversations.ts';
import { rememberedToken } from '../talk/memory.ts';

export const blockStyles = `
#home.entrance { display: grid; gap: 10px; margin: 14px 0; }
.block { overflow: hidden; border: 1px solid var(--line); border-radius: 14px; font-size: 14px; }
.block h3 { padding: 10px 14px 4px; font-size: 13px; font-weight: 600; color: var(--quiet); }
.block :is(.entry, .nothing) { display: block; width: 100%; padding: 9px 14px; border-radius: 0; text-align: start; color: inherit; text-decoration: none; overflow-wrap: anywhere; }
.block .entry:hover { background: var(--raised); }
.panel .block .entry:focus-visible { outline-offset: -2px; }
.block small { display: block; color: var(--quiet); overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.block .field { margin: 8px; }
.block:empty { display: none; }
`;

/** Entries of a block at most. */
const shown = 3;
/** Between the last key and the search. */
const typingMs = 200;

/** Origin of the installation, which this code comes from. */
const host = new URL(import.meta.url).origin;

type Blocks = Pick<View, 'setup' | 'locale' | 'talk'>;

async function findHelp(query: Record<string, string>): Promise<HelpLink[]> {
  try {
    const answer = await fetch(`${host}${helpPath}?${new URLSearchParams(query)}`);
    return answer.ok ? ((await answer.json()) as HelpLink[]).slice(0, shown) : [];
  } catch {
    return [];
  }
}

const article = ({ slug, title, summary }: HelpLink): Node =>
  button(
    'entry',
    '',
    () => window.Parley?.openArticle?.(slug),
    make('span', { dir: 'auto' }, title),
    make('small', { dir: 'auto' }, summary),
  );

function search({ locale: { language } }: Blocks): HTMLElement {
  const t = listTexts[language];
  const field = make('input', { type: 'search', placeholder: t.search, ariaLabel: t.search, maxLength: 200 });
  const found = make('div', { ariaLive: 'polite' });
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asked = 0;
  field.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(() => void find(), typingMs);
  });
  async function find(): Promise<void> {
    const mine = ++asked;
    const q = field.value.trim();
    const articles = q ? await findHelp({ locale: language, q, typing: 'true' }) : [];
    if (mine !== asked) return;
    found.replaceChildren(
      ...articles.map(article),
      ...(q && articles.length === 0 ? [make('p', { className: 'nothing' }, t.nothing)] : []),
    );
  }
  return make('div', { className: 'block' }, make('div', { className: 'field' }, field), found);
}

/** Fills a block once its entries are known; without any it stays away. */
function listed(title: string, entries: Promise<readonly Node[]>): HTMLElement {
  const block = make('div', { className: 'block' });
  entries.then(
    (found) => found.length > 0 && block.append(make('h3', {}, title), ...found),
    () => undefined,
  );
  return block;
}

const articles = ({ locale: { language } }: Blocks): HTMLElement =>
  listed(
    listTexts[language].help,
    findHelp({ locale: language, page: location.pathname }).then((found) => found.map(article)),
  );

function conversations({ talk, setup, locale: { language } }: Blocks): HTMLElement {
  const show = async (id: string): Promise<void> => {
    const conversation = await talk.visitor?.call<VisitorConversation>('GET', `${conversationsPath}/${id}`);
    if (conversation) talk.show(conversation);
  };
  const entry = ({ id, representative, lastMessage }: VisitorConversationEntry): Node =>
    button(
      'entry',
      '',
      () => void show(id).catch(() => undefined),
      make('span', { dir: 'auto' }, representative?.name ?? setup.organisation),
      make('small', { dir: 'auto' }, lastMessage?.content || '…'),
    );
  // Without a token there is nobody yet, and asking would make one.
  const known = rememberedToken(host) ? talk.visitor?.call<VisitorConversationEntry[]>('GET', conversationsPath) : null;
  return listed(
    listTexts[language].list,
    Promise.resolve(known).then((found) => (found ?? []).slice(0, shown).map(entry)),
  );
}

const links = ({ setup }: Blocks): HTMLElement =>
  make(
    'div',
    { className: 'block' },
    ...(setup.links ?? []).map(({ title, url }) =>
      make('a', { className: 'entry', href: url, target: '_blank', rel: 'noopener', dir: 'auto' }, title),
    ),
  );

/** Blocks by name; those of the help centre are left out where there is none. */
export const drawBlock: Record<string, (view: Blocks) => HTMLElement | undefined> = {
  search: (view) => (view.setup.help ? search(view) : undefined),
  articles: (view) => (view.setup.help ? articles(view) : undefined),
  conversations,
  links,
};
