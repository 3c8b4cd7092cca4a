/**
 * Shows who is available and how fast the team usually replies, below the greeting, and below a message when the team is
 * back: loaded when a chat without messages is opened, or one is written to an absent team. Drawn without Preact, so that it needs nothing of the chat.
 */
import { type Messages, type Translated, translator } from '@parley/contracts/i18n/messages';
import type { Language } from '@parley/contracts/text/languages';
import { momentOf, sameDay, timeOf } from '../chat/time.ts';
import { assistantAnswers, type View } from '../chat/view.ts';
import { make, styleOnce } from '../dom.ts';
import { blockStyles, drawBlock } from '../home/blocks.ts';

const english = {
  replies: 'Usually replies within {time}',
  answersBy: 'A person answers by {time}',
  here: 'Here now',
} as const satisfies Messages;

/** Sentences that read well with "1 minute" as with "10 minutes", with "14:20" as with "tomorrow 9:30", and the label of the faces. */
export const homeTexts: Record<Language, Translated<typeof english>> = {
  en: english,
  de: {
    replies: 'Antwortet meist innerhalb von {time}',
    answersBy: 'Ein Mensch antwortet bis {time}',
    here: 'Jetzt da',
  },
  fr: {
    replies: 'Répond généralement en moins de {time}',
    answersBy: 'Une personne répond d’ici {time}',
    here: 'En ligne',
  },
  es: {
    replies: 'Suele responder en menos de {time}',
    answersBy: 'Respuesta de una persona, a más tardar: {time}',
    here: 'En línea',
  },
  pt: {
    replies: 'Costuma responder em até {time}',
    answersBy: 'Resposta de uma pessoa até {time}',
    here: 'Online agora',
  },
  it: { replies: 'Di solito risponde entro {time}', answersBy: 'Una persona risponde entro {time}', here: 'In linea' },
  nl: {
    replies: 'Reageert meestal binnen {time}',
    answersBy: 'Een medewerker antwoordt uiterlijk {time}',
    here: 'Nu aanwezig',
  },
  pl: {
    replies: 'Zwykły czas odpowiedzi: {time}',
    answersBy: 'Konsultant odpowie najpóźniej: {time}',
    here: 'Teraz dostępni',
  },
  tr: {
    replies: 'Genellikle {time} içinde yanıt verir',
    answersBy: 'Bir temsilci en geç {time} itibarıyla yanıt verir',
    here: 'Şu anda burada',
  },
  ja: { replies: '通常{time}以内に返信します', answersBy: '{time}までに担当者が返信します', here: '対応中' },
  zh: { replies: '通常在 {time} 内回复', answersBy: '人工客服最迟将在 {time} 回复', here: '当前在线' },
  ar: { replies: 'وقت الرد المعتاد: {time}', answersBy: 'يرد عليك شخص في موعد أقصاه {time}', here: 'متاحون الآن' },
};

const styles =
  '.home { display: flex; align-items: center; justify-content: center; gap: 10px; font-size: 13px; color: var(--quiet); }' +
  '.home div { display: flex; } .home .avatar { width: 28px; height: 28px; font-size: 12px; } .home .avatar + .avatar { margin-inline-start: -8px; box-shadow: 0 0 0 2px var(--surface); }' +
  // A keyboard leaves room for the newest message alone.
  '@container (max-height: 260px) { #home { display: none; } }';

/** Minutes that a reply time is rounded up to. */
const steps = [1, 2, 5, 10, 15, 20, 30, 45, 60, 120, 180, 240, 360, 480, 720, 1440];

/** Returns a time in whole minutes or hours, rounded up: "10 minutes". */
export function roundedTime(seconds: number, language: string): string {
  const minutes = steps.find((step) => step * 60 >= seconds) ?? 1440;
  const [amount, unit] = minutes < 60 ? [minutes, 'minute'] : [minutes / 60, 'hour'];
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(amount);
}

type Home = Pick<View, 'locale' | 'setup' | 'state' | 't' | 'talk'>;

/** Draws into `box` the website's blocks before the first message, and when the team is back below one that waits for it. */
export function draw(root: ShadowRoot, box: HTMLElement, view: Home): void {
  const { locale, setup, state, t } = view;
  const { backAt, isOnline } = setup.team;
  if (state.messages.length > 0) {
    if (isOnline || assistantAnswers(view)) return;
    styleOnce(root, styles);
    box.className = 'notice';
    box.append(backAt ? t('backAt', { time: momentOf(backAt, locale.tag) }) : t('away'));
    return;
  }
  const blocks = setup.home.flatMap((name) => (name === 'team' ? drawTeam(view) : drawBlock[name]?.(view)) ?? []);
  if (blocks.length === 0) return;
  styleOnce(root, styles + blockStyles);
  box.className = 'entrance';
  box.append(...blocks);
}

/** Returns who is there and how fast the team replies; undefined where nothing is known. */
function drawTeam({ locale: { language, tag }, setup }: Home): HTMLElement | undefined {
  const { faces, replySeconds, answersBy } = setup.team;
  // The page may have read this some time ago.
  const promised = answersBy !== undefined && Date.parse(answersBy) > Date.now() ? answersBy : undefined;
  if (!faces && !promised && replySeconds === undefined) return undefined;
  const words = translator<typeof english>(homeTexts[language], tag);
  const box = make('div', { className: 'home' });
  if (faces) {
    const shown = faces.map(({ name, profileImageUrl }) => {
      const avatar = make('span', { className: 'avatar', title: name }, name.trim().slice(0, 1).toUpperCase());
      if (profileImageUrl === null) return avatar;
      // From the origin that this code comes from; a page's own policy may refuse it.
      const image = make('img', { src: new URL(profileImageUrl, import.meta.url).href, alt: '' });
      image.addEventListener('error', () => image.remove());
      avatar.append(image);
      return avatar;
    });
    const label = `${words('here')}: ${faces.map(({ name }) => name).join(', ')}`;
    box.append(make('div', { role: 'img', ariaLabel: label }, ...shown));
  }
  if (promised) {
    const time = (sameDay(promised, new Date().toISOString()) ? timeOf : momentOf)(promised, tag);
    box.append(make('span', {}, words('answersBy', { time })));
  } else if (replySeconds !== undefined) {
    const time = roundedTime(replySeconds, language);
    box.append(make('span', {}, words('replies', { time })));
  }
  return box;
}
