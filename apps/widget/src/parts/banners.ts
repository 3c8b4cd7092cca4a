/** Banners: what every visitor should know now. Loaded on websites that show some. */
import type { ShownBanner } from '@parley/contracts/proactive/banners';
import type { Language } from '@parley/contracts/text/languages';
import { make } from '../dom.ts';
import { button, icon } from '../files/row.ts';
import { addStyles } from '../launcher/launcher.ts';
import type { Shell } from '../loader/shell.ts';
import { closeIcon, saidIn, showCard } from '../proactive/card.ts';
import { memoryKey, withStorage } from '../talk/memory.ts';

/** Label of the link, and of the button that takes a banner away. */
export const bannerTexts: Record<Language, { more: string; away: string; label: string }> = {
  en: { more: 'Learn more', away: 'Dismiss', label: 'Notice' },
  de: { more: 'Mehr erfahren', away: 'Ausblenden', label: 'Hinweis' },
  fr: { more: 'En savoir plus', away: 'Masquer', label: 'Information' },
  es: { more: 'Más información', away: 'Descartar', label: 'Aviso' },
  pt: { more: 'Saiba mais', away: 'Dispensar', label: 'Aviso' },
  it: { more: 'Scopri di più', away: 'Nascondi', label: 'Avviso' },
  nl: { more: 'Meer informatie', away: 'Sluiten', label: 'Mededeling' },
  pl: { more: 'Dowiedz się więcej', away: 'Ukryj', label: 'Komunikat' },
  tr: { more: 'Daha fazla bilgi', away: 'Kapat', label: 'Duyuru' },
  ja: { more: '詳細', away: '閉じる', label: 'お知らせ' },
  zh: { more: '了解更多', away: '关闭', label: '通知' },
  ar: { more: 'معرفة المزيد', away: 'إخفاء', label: 'تنبيه' },
};

const styles =
  '.notices { flex: none; max-height: 40%; overflow: auto; } .notices[hidden] { display: none; }' +
  '.notices > div { display: flex; gap: 10px; align-items: flex-start; padding: 10px 14px; border-bottom: 1px solid var(--line); background: var(--raised); font-size: 14px; overflow-wrap: anywhere; }' +
  '.notices span { flex: 1; min-width: 0; white-space: pre-wrap; } .notices a { display: inline-block; color: inherit; text-decoration: underline; }' +
  '.notices .icon { width: 28px; height: 28px; margin: -3px -6px 0 0; } .notices svg { width: 16px; }' +
  // A keyboard leaves room for the newest message alone.
  '@container (max-height: 420px) { .notices { display: none; } }';

/** How soon the widget is looked for again. */
const waitMs = 500;

/** Shows the banners in the chat, and those that ask for it beside the closed one. */
export function start(shell: Shell): void {
  const { launcher } = shell;
  // Page rules may keep the widget away, or it is still to be drawn.
  if (!launcher) return void setTimeout(() => start(shell), waitMs);
  addStyles(launcher.root, styles);
  const key = `${memoryKey(shell.host)}banners`;
  const read = (): string[] =>
    withStorage((storage): string[] => [JSON.parse(storage.getItem(key) ?? '[]')].flat().map(String)) ?? [];
  let dismissed = read();
  const cards = new Map<string, () => void>();
  const place = make('div', { className: 'notices', role: 'region' });

  const shown = (): ShownBanner[] =>
    (shell.setup?.banners ?? []).filter(
      ({ id, until }) => !dismissed.includes(id) && (until === null || Date.parse(until) > Date.now()),
    );

  function dismiss(id: string): void {
    // Only what is still shown has to be remembered.
    dismissed = [id, ...read(), ...dismissed].filter((each) => shell.setup?.banners?.some((one) => one.id === each));
    withStorage((storage) => storage.setItem(key, JSON.stringify([...new Set(dismissed)])));
    draw();
  }

  function content({ link, ...texts }: ShownBanner): Node {
    const words = make('span', { dir: 'auto' }, saidIn(shell, texts));
    const { more } = bannerTexts[shell.locale().language];
    if (link) words.append(' ', make('a', { href: link, target: '_blank', rel: 'noopener noreferrer' }, more));
    return words;
  }

  function removeCards(): void {
    for (const remove of cards.values()) remove();
    cards.clear();
  }

  function draw(): void {
    const t = bannerTexts[shell.locale().language];
    const banners = shown();
    const isOpen = shell.chat?.isOpen === true;
    if (isOpen || [...cards.keys()].some((id) => banners.every((each) => each.id !== id))) removeCards();
    // Only the newest at a time.
    const [newest] = banners.filter(({ isAtLauncher }) => isAtLauncher);
    if (newest && !isOpen && cards.size === 0) {
      const away = newest.isDismissible ? { label: t.away, press: () => dismiss(newest.id) } : undefined;
      cards.set(newest.id, showCard(shell, { label: t.label, away, content: [content(newest)] }));
    }
    const header = launcher?.root.querySelector('.panel > header');
    if (!header) return;
    if (header.nextElementSibling !== place) header.after(place);
    place.hidden = banners.length === 0;
    place.ariaLabel = t.label;
    place.replaceChildren(
      ...banners.map((banner) => {
        const line = make('div', {}, content(banner));
        if (!banner.isDismissible) return line;
        const close = button('icon', '', () => dismiss(banner.id), icon(closeIcon));
        close.ariaLabel = t.away;
        line.append(close);
        return line;
      }),
    );
  }

  shell.on('open', draw);
  shell.on('close', draw);
  shell.relabel = () => {
    removeCards();
    draw();
  };
  draw();
}
