/**
 * Shows the visitor what was passed on to the team, and lets them correct it in one tap: loaded when a visitor waits
 * for a person. Drawn without Preact, so that it needs nothing of the chat.
 */
import type { VisitorHandOff } from '@parley/contracts/assistant/hand-off-packet';
import { type Messages, type Translated, translator } from '@parley/contracts/i18n/messages';
import type { Language } from '@parley/contracts/text/languages';
import { handOffPath } from '../contract.static.ts';
import type { View } from '../chat/view.ts';
import { make } from '../dom.ts';
import { addStyles } from '../launcher/launcher.ts';
import type { Visitor } from '../talk/visitor.ts';

const english = {
  passedOn: 'This is what I passed on:',
  wrong: 'That’s wrong',
  right: 'That’s right after all',
} as const satisfies Messages;

/** Text above it, and on the button of a line that marks it as wrong, or right after all. */
export const packetTexts: Record<Language, Translated<typeof english>> = {
  en: english,
  de: { passedOn: 'Das habe ich weitergegeben:', wrong: 'Das stimmt nicht', right: 'Das stimmt doch' },
  fr: { passedOn: 'Voici ce que j’ai transmis :', wrong: 'C’est faux', right: 'C’est juste finalement' },
  es: { passedOn: 'Esto es lo que he transmitido:', wrong: 'No es correcto', right: 'Sí es correcto' },
  pt: { passedOn: 'Isto é o que passei adiante:', wrong: 'Está errado', right: 'Está certo, afinal' },
  it: { passedOn: 'Ecco che cosa ho trasmesso:', wrong: 'È sbagliato', right: 'In realtà è giusto' },
  nl: { passedOn: 'Dit heb ik doorgegeven:', wrong: 'Dat klopt niet', right: 'Dat klopt toch' },
  pl: { passedOn: 'Oto, co przekazałem:', wrong: 'To się nie zgadza', right: 'Jednak się zgadza' },
  tr: { passedOn: 'Aktardıklarım:', wrong: 'Bu yanlış', right: 'Aslında doğru' },
  ja: { passedOn: '次の内容を引き継ぎました：', wrong: '違います', right: 'やはり合っています' },
  zh: { passedOn: '我转达了以下内容：', wrong: '不对', right: '还是对的' },
  ar: { passedOn: 'هذا ما نقلته:', wrong: 'هذا خطأ', right: 'بل هو صحيح' },
};

const styles =
  '.packet li { display: flex; gap: 8px; justify-content: space-between; align-items: baseline; overflow-wrap: anywhere; }' +
  '.packet ul { margin: 8px 0 0; padding: 0; list-style: none; } .packet li[data-wrong] span { text-decoration: line-through; }';

/** Asks for what was passed on and draws it into `box`; nothing where nothing was. */
export async function draw(
  root: ShadowRoot,
  box: HTMLElement,
  { locale, talk }: Pick<View, 'locale' | 'talk'>,
  visitor: Visitor,
): Promise<void> {
  addStyles(root, styles);
  const t = translator<typeof english>(packetTexts[locale.language], locale.tag);

  function line(text: string, isWrong: boolean, fact: number | null): HTMLElement {
    const button = make('button', { type: 'button', className: 'link' }, t(isWrong ? 'right' : 'wrong'));
    button.ariaLabel = `${button.textContent}: ${text}`;
    button.addEventListener('click', () => {
      button.disabled = true;
      visitor.call<VisitorHandOff>('PATCH', handOffPath + talk.query, { fact, isWrong: !isWrong }).then(
        (packet) => {
          show(packet);
          box.querySelectorAll('button')[fact === null ? 0 : fact + (packet.asked ? 1 : 0)]?.focus();
        },
        () => (button.disabled = false),
      );
    });
    const row = make('li', {}, make('span', { dir: 'auto' }, text), button);
    row.toggleAttribute('data-wrong', isWrong);
    return row;
  }

  function show({ asked, isAskedWrong, facts }: VisitorHandOff): void {
    const lines = [
      ...(asked ? [line(asked, isAskedWrong, null)] : []),
      ...facts.map(({ text, isWrong }, index) => line(text, isWrong, index)),
    ];
    if (lines.length > 0)
      box.replaceChildren(make('div', { className: 'card packet' }, t('passedOn'), make('ul', {}, ...lines)));
  }

  const packet = await visitor.call<VisitorHandOff | null>('GET', handOffPath + talk.query).catch(() => null);
  if (packet && box.isConnected) show(packet);
}
