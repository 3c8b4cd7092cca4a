/**
 * The visitor's conversations: a list over the chat with search in them and in help articles, and the way to a new one.
 * Loaded when an open chat has stored messages. Drawn without Preact, beside what the chat has drawn.
 */
import { newId } from '@parley/client/identifier';
import type { HelpLink } from '@parley/contracts/knowledge/help';
import type { Language } from '@parley/contracts/text/languages';
import type { VisitorConversation, VisitorConversationEntry } from '@parley/contracts/visitors/widget';
import { conversationsPath, helpPath } from '../contract.static.ts';
import { isOfChat } from '../chat/view.ts';
import { make } from '../dom.ts';
import { button, icon } from '../files/row.ts';
import { addStyles } from '../launcher/launcher.ts';
import type { WidgetPage } from '../loader/widget-page.ts';
import type { Chat } from '../chat/mount.tsx';
import { isMuted, mute } from '../talk/memory.ts';
import type { Talk, TalkMessage } from '../talk/talk.ts';
import type * as ownDataPart from './privacy.ts';
import type * as previewsPart from './previews.ts';
import type * as ratingPart from './rating.ts';

interface ListTexts {
  list: string;
  start: string;
  search: string;
  nothing: string;
  failed: string;
  closed: string;
  unread: string;
  help: string;
  ownData: string;
  sounds: string;
}

/** Texts of the list. */
export const listTexts: Record<Language, ListTexts> = {
  en: {
    list: 'Conversations',
    start: 'New conversation',
    search: 'Search',
    nothing: 'Nothing found',
    failed: 'Conversations can’t be loaded right now.',
    closed: 'Closed',
    unread: 'unread',
    help: 'Help articles',
    ownData: 'Your data',
    sounds: 'Sounds',
  },
  de: {
    list: 'Unterhaltungen',
    start: 'Neue Unterhaltung',
    search: 'Suchen',
    nothing: 'Nichts gefunden',
    failed: 'Unterhaltungen können gerade nicht geladen werden.',
    closed: 'Beendet',
    unread: 'ungelesen',
    help: 'Hilfeartikel',
    ownData: 'Ihre Daten',
    sounds: 'Töne',
  },
  fr: {
    list: 'Conversations',
    start: 'Nouvelle conversation',
    search: 'Rechercher',
    nothing: 'Aucun résultat',
    failed: 'Impossible de charger les conversations pour le moment.',
    closed: 'Terminée',
    unread: 'non lus',
    help: 'Articles d’aide',
    ownData: 'Vos données',
    sounds: 'Sons',
  },
  es: {
    list: 'Conversaciones',
    start: 'Nueva conversación',
    search: 'Buscar',
    nothing: 'Sin resultados',
    failed: 'No se pueden cargar las conversaciones en este momento.',
    closed: 'Cerrada',
    unread: 'sin leer',
    help: 'Artículos de ayuda',
    ownData: 'Tus datos',
    sounds: 'Sonidos',
  },
  pt: {
    list: 'Conversas',
    start: 'Nova conversa',
    search: 'Pesquisar',
    nothing: 'Nada encontrado',
    failed: 'Não é possível carregar as conversas agora.',
    closed: 'Encerrada',
    unread: 'não lidas',
    help: 'Artigos de ajuda',
    ownData: 'Seus dados',
    sounds: 'Sons',
  },
  it: {
    list: 'Conversazioni',
    start: 'Nuova conversazione',
    search: 'Cerca',
    nothing: 'Nessun risultato',
    failed: 'Al momento non è possibile caricare le conversazioni.',
    closed: 'Chiusa',
    unread: 'non letti',
    help: 'Articoli di aiuto',
    ownData: 'I tuoi dati',
    sounds: 'Suoni',
  },
  nl: {
    list: 'Gesprekken',
    start: 'Nieuw gesprek',
    search: 'Zoeken',
    nothing: 'Niets gevonden',
    failed: 'Gesprekken kunnen nu niet worden geladen.',
    closed: 'Gesloten',
    unread: 'ongelezen',
    help: 'Helpartikelen',
    ownData: 'Je gegevens',
    sounds: 'Geluiden',
  },
  pl: {
    list: 'Rozmowy',
    start: 'Nowa rozmowa',
    search: 'Szukaj',
    nothing: 'Nic nie znaleziono',
    failed: 'Nie można teraz wczytać rozmów.',
    closed: 'Zamknięta',
    unread: 'nieprzeczytane',
    help: 'Artykuły pomocy',
    ownData: 'Twoje dane',
    sounds: 'Dźwięki',
  },
  tr: {
    list: 'Görüşmeler',
    start: 'Yeni görüşme',
    search: 'Ara',
    nothing: 'Sonuç bulunamadı',
    failed: 'Görüşmeler şu anda yüklenemiyor.',
    closed: 'Kapandı',
    unread: 'okunmamış',
    help: 'Yardım makaleleri',
    ownData: 'Verileriniz',
    sounds: 'Sesler',
  },
  ja: {
    list: '会話',
    start: '新しい会話',
    search: '検索',
    nothing: '見つかりませんでした',
    failed: '現在、会話を読み込めません。',
    closed: '終了',
    unread: '件未読',
    help: 'ヘルプ記事',
    ownData: 'お客様のデータ',
    sounds: 'サウンド',
  },
  zh: {
    list: '对话',
    start: '新对话',
    search: '搜索',
    nothing: '未找到任何内容',
    failed: '目前无法加载对话。',
    closed: '已结束',
    unread: '条未读',
    help: '帮助文章',
    ownData: '您的数据',
    sounds: '声音',
  },
  ar: {
    list: 'المحادثات',
    start: 'محادثة جديدة',
    search: 'بحث',
    nothing: 'لم يُعثر على شيء',
    failed: 'لا يمكن تحميل المحادثات الآن.',
    closed: 'مغلقة',
    unread: 'غير مقروءة',
    help: 'مقالات المساعدة',
    ownData: 'بياناتك',
    sounds: 'الأصوات',
  },
};

const styles = `
.talks-button { position: relative; margin: 0 -6px 0 -8px; }
.talks-button[data-unread]::after { content: ''; position: absolute; top: 8px; inset-inline-end: 8px; width: 8px; height: 8px; border-radius: 50%; background: #c62828; box-shadow: 0 0 0 2px var(--surface); }
.talks-button svg, .talks svg { fill: none; stroke: currentcolor; stroke-width: 1.8; stroke-linecap: round; stroke-linejoin: round; }
[dir=rtl] .talks-button svg { transform: scaleX(-1); }
.talks { position: absolute; inset: calc(69px + env(safe-area-inset-top, 0px)) 0 0; z-index: 1; display: flex; flex-direction: column; background: var(--surface); }
.talks-list { flex: 1; overflow: hidden auto; overscroll-behavior: contain; padding: 0 14px 14px; }
.talks .field { flex: none; margin: 14px 14px 6px; }
.talks input { appearance: none; }
.talks h3 { margin: 16px 12px 4px; font-size: 13px; font-weight: 600; color: var(--quiet); }
.talk-row { display: grid; grid-template-columns: 1fr auto; gap: 1px 10px; width: 100%; padding: 10px 12px; border-radius: 12px; text-align: start; }
.talk-row:hover { background: var(--raised); }
.talk-row[aria-current] { background: var(--raised); }
.talk-row > * { min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.talk-row b { font-weight: 500; }
.talk-row small { color: var(--quiet); font-size: 13px; }
.talk-row[data-unread] :is(b, .said) { font-weight: 600; color: var(--text); }
.talk-row .count { justify-self: end; min-width: 20px; padding: 0 6px; border-radius: 10px; background: #c62828; color: #fff; font: 600 12px/20px system-ui, sans-serif; text-align: center; }
.talks-foot { padding: 10px 12px calc(14px + env(safe-area-inset-bottom)); border-top: 1px solid var(--line); text-align: center; }
.talks-foot button:not(.own) { width: 100%; min-height: 40px; border-radius: 20px; background: var(--primary); color: var(--on-primary); font-weight: 600; box-shadow: 0 0 0 1px #8883; }
.talks-foot .own[aria-pressed=true] { background: var(--raised); border-radius: 16px; }
.talks-foot .own { display: inline-flex; vertical-align: middle; align-items: center; gap: 6px; min-height: 32px; margin-top: 6px; padding: 0 10px; color: var(--quiet); font-size: 13px; cursor: pointer; }
.talks-foot .own input { appearance: auto; width: 16px; height: 16px; accent-color: var(--primary); }
`;

const backIcon = 'M15 5l-7 7 7 7';
/** Between the last key and the search. */
const typingMs = 200;
/** Newest article results that a search shows. */
const articlesShown = 5;

type Page = Pick<WidgetPage, 'host' | 'launcher' | 'locale' | 'setup' | 'wishes'>;
type Drawing = ReturnType<typeof start>;

/** Question for a rating, once it was asked in a talk. */
const ratingParts = new WeakMap<Talk, Promise<typeof ratingPart>>();

/** Previews of links, once a message of the team has one. */
const previewParts = new WeakMap<Talk, Promise<typeof previewsPart>>();
const isLinking = ({ senderType, content }: TalkMessage): boolean =>
  senderType === 'representative' && /https?:\/\/|www\./.test(content);

/** Parts started for each talk. */
const started = new WeakMap<Talk, Drawing>();

/** Puts the button of the list into the chat's header; shows the list first where an earlier conversation has news. */
export function draw(
  page: Page,
  talk: Talk,
  chat: Pick<Chat, 'update'>,
  part: <Part = typeof ratingPart>(name: string) => Promise<Part>,
  _view: unknown,
  help: () => void,
): void {
  if (talk.state.rating && !ratingParts.has(talk)) ratingParts.set(talk, part('rating'));
  ratingParts.get(talk)?.then(
    (rating) => rating.draw(page, talk, chat),
    // Asked for again at the next drawing.
    () => ratingParts.delete(talk),
  );
  if (page.setup.linkPreviews && talk.state.messages.some(isLinking)) {
    const previews = previewParts.get(talk) ?? part<typeof previewsPart>('previews');
    previewParts.set(talk, previews);
    previews.then(
      (loaded) => loaded.draw(page, talk),
      () => previewParts.delete(talk),
    );
  }
  // Nothing to list before the first message.
  const drawing = started.get(talk) ?? (talk.conversationId === null ? undefined : start(page, talk, part, help));
  const { article: view } = page.wishes;
  const isWished = isOfChat(view);
  // A message of the visitor may still be on its way.
  if (isWished && (drawing || /idle|online/.test(talk.state.link))) page.wishes.article = undefined;
  if (!drawing) return;
  started.set(talk, drawing);
  drawing(isWished ? view : undefined);
}

/** When something was said: the time today, else the day. */
function momentOf(createdAt: string, tag: string): string {
  const at = new Date(createdAt);
  const isToday = at.toDateString() === new Date().toDateString();
  return new Intl.DateTimeFormat(
    tag,
    isToday ? { hour: 'numeric', minute: '2-digit' } : { day: 'numeric', month: 'short' },
  ).format(at);
}

function start(
  page: Page,
  talk: Talk,
  part: (name: string) => Promise<typeof ownDataPart>,
  help: () => void,
): (view?: string) => void {
  const { host, launcher, locale, setup, wishes } = page;
  const { root } = launcher;
  addStyles(root, styles);
  const t = listTexts[locale.language];
  const field = make('input', { type: 'search', placeholder: t.search, ariaLabel: t.search, maxLength: 200 });
  const rows = make('div', { className: 'talks-list', ariaLive: 'polite' });
  const own = button('own', '', () => (own.ariaPressed === 'true' ? void find() : void showOwnData()), t.ownData);
  own.hidden = !setup.erasure && !setup.team.mails;
  const heard = make('input', { type: 'checkbox', checked: !isMuted(host) });
  heard.addEventListener('change', () => mute(host, !heard.checked));
  /** Switches the sound of new messages. */
  const sounds = make('label', { className: 'own' }, heard, t.sounds);
  const place = make(
    'div',
    { className: 'talks', role: 'region', ariaLabel: t.list, hidden: true },
    make('div', { className: 'field' }, field),
    rows,
    make('div', { className: 'talks-foot' }, button('', '', begin, t.start), own, sounds),
  );
  const toggle = button('icon talks-button', t.list, () => (place.hidden ? open() : leave()), icon(backIcon));
  toggle.ariaLabel = t.list;
  let asked = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Id under which the server recognises a conversation that is being started. */
  let starting: string | undefined;
  /** True if something was written there. */
  let isBegun = false;

  const send = talk.send.bind(talk);
  talk.send = (content, enclosed) => {
    const more = talk.conversationId === null && starting && { clientConversationId: starting };
    isBegun ||= !!more;
    send(content, more ? { ...enclosed, more: { ...enclosed?.more, ...more } } : enclosed);
  };

  function present(isShown: boolean): void {
    place.hidden = !isShown;
    toggle.ariaPressed = String(isShown);
    for (const each of root.querySelectorAll<HTMLElement>('.panel > :is(.scroll, footer)')) each.inert = isShown;
  }

  function leave(): void {
    present(false);
    root.querySelector<HTMLTextAreaElement>('footer textarea')?.focus();
  }

  function open(): void {
    field.value = '';
    present(true);
    void find();
    field.focus({ preventScroll: true });
  }

  /** Text typed in each conversation; the new one has an empty id. */
  const drafts = new Map<string, string>();

  /** Shows a conversation, or with null a new one, with what was typed there. */
  function show(conversation: VisitorConversation | null): void {
    const typing = root.querySelector<HTMLTextAreaElement>('footer textarea');
    drafts.set(talk.conversationId ?? '', typing?.value ?? '');
    talk.show(conversation);
    leave();
    if (!typing) return;
    typing.value = drafts.get(conversation?.id ?? '') ?? '';
    typing.dispatchEvent(new Event('input'));
  }

  function begin(): void {
    if (isBegun || !starting) starting = newId();
    isBegun = false;
    show(null);
  }

  /** Shows the visitor's data in the place of the list, until something is searched for. */
  async function showOwnData(): Promise<void> {
    asked += 1;
    try {
      const { ownData } = await part('privacy');
      rows.replaceChildren(ownData(page, talk));
      own.ariaPressed = 'true';
    } catch {
      rows.replaceChildren(note(t.failed));
    }
  }

  async function choose(id: string): Promise<void> {
    try {
      const conversation = await talk.visitor?.call<VisitorConversation>('GET', `${conversationsPath}/${id}`);
      if (conversation) show(conversation);
    } catch {
      rows.replaceChildren(note(t.failed));
    }
  }

  const note = (words: string): Node => make('p', { className: 'notice' }, words);

  function row({ id, status, representative, lastMessage, unreadCount }: VisitorConversationEntry): Node {
    const said = make('small', { className: 'said', dir: 'auto' }, lastMessage?.content || '…');
    const when = make('small', {}, lastMessage ? momentOf(lastMessage.createdAt, locale.tag) : '');
    const count = make('span', { className: 'count' }, String(unreadCount));
    count.ariaLabel = `${unreadCount} ${t.unread}`;
    const one = button(
      'talk-row',
      '',
      () => void choose(id),
      make('b', { dir: 'auto' }, representative?.name ?? setup.organisation),
      when,
      said,
      ...(unreadCount > 0 ? [count] : status === 'closed' ? [make('small', {}, t.closed)] : []),
    );
    one.toggleAttribute('data-unread', unreadCount > 0);
    if (id === talk.conversationId) one.setAttribute('aria-current', 'true');
    return one;
  }

  const article = ({ slug, title, summary }: HelpLink): Node =>
    button(
      'talk-row',
      '',
      () => {
        present(false);
        wishes.article = slug;
        help();
      },
      make('b', { dir: 'auto' }, title),
      make('span'),
      make('small', { dir: 'auto' }, summary),
    );

  /** Articles about these words; none where there is no help, or it can't be had. */
  async function articles(words: string): Promise<HelpLink[]> {
    if (!setup.help || !words) return [];
    try {
      const query = new URLSearchParams({ locale: locale.language, q: words, typing: 'true' });
      const answer = await fetch(`${host}${helpPath}?${query}`);
      const found = answer.ok ? ((await answer.json()) as HelpLink[]) : [];
      return found.slice(0, articlesShown);
    } catch {
      return [];
    }
  }

  const list = async (words: string): Promise<VisitorConversationEntry[]> =>
    (await talk.visitor?.call<VisitorConversationEntry[]>(
      'GET',
      `${conversationsPath}${words ? `?q=${encodeURIComponent(words)}` : ''}`,
    )) ?? [];

  async function find(): Promise<void> {
    const mine = ++asked;
    own.ariaPressed = 'false';
    const words = field.value.trim();
    try {
      const [found, helpful] = await Promise.all([list(words), articles(words)]);
      if (mine !== asked) return;
      rows.replaceChildren(
        ...found.map(row),
        ...(helpful.length > 0 ? [make('h3', {}, t.help), ...helpful.map(article)] : []),
        ...(found.length + helpful.length > 0 ? [] : [note(t.nothing)]),
      );
      if (!words) mark(found);
    } catch {
      if (mine === asked) rows.replaceChildren(note(t.failed));
    }
  }

  const elsewhere = (found: readonly VisitorConversationEntry[]): boolean =>
    found.some(({ id, unreadCount }) => unreadCount > 0 && id !== talk.conversationId);

  function mark(found: readonly VisitorConversationEntry[]): void {
    toggle.toggleAttribute('data-unread', elsewhere(found));
  }

  field.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(() => void find(), typingMs);
  });
  if (talk.state.unreadElsewhere) open();

  return (view) => {
    const header = root.querySelector('.panel > header');
    if (header && toggle.parentNode !== header) header.prepend(toggle);
    if (header && place.parentNode !== header.parentNode) header.parentNode?.append(place);
    toggle.toggleAttribute('data-unread', !!talk.state.unreadElsewhere);
    if (view === 'home' && place.hidden) open();
    else if (view === 'new') begin();
    else if (view === 'conversation') present(false);
  };
}
