/**
 * Shows the visitor what was passed on to the team, and lets them correct it in one tap: loaded when a visitor waits
 * for a person. Drawn without Preact, so that it needs nothing of the chat.
 */
import type { VisitorHandOff } from '@parley/contracts/assistant/hand-off-packet';
import type { Language } from '@parley/contracts/text/languages';
import { handOffPath } from '../contract.static.ts';
import type { View } from '../chat/view.ts';
import { make } from '../dom.ts';
import { addStyles } from '../launcher/launcher.ts';
import type { Visitor } from '../talk/visitor.ts';

/** Heading, and labels of the button that marks a line as wrong, or right after all. */
const texts: Record<Language, [passedOn: string, wrong: string, right: string]> = {
  en: ['This is what I passed on:', 'That’s wrong', 'That’s right after all'],
  de: ['Das habe ich weitergegeben:', 'Das stimmt nicht', 'Das stimmt doch'],
  fr: ['Voici ce que j’ai transmis :', 'C’est faux', 'C’est juste finalement'],
  es: ['Esto es lo que he transmitido:', 'No es correcto', 'Sí es correcto'],
  pt: ['Isto é o que passei adiante:', 'Está errado', 'Está certo, afinal'],
  it: ['Ecco che cosa ho trasmesso:', 'È sbagliato', 'In realtà è giusto'],
  nl: ['Dit heb ik doorgegeven:', 'Dat klopt niet', 'Dat klopt toch'],
  pl: ['Oto, co przekazałem:', 'To się nie zgadza', 'Jednak się zgadza'],
  tr: ['Aktardıklarım:', 'Bu yanlış', 'Aslında doğru'],
  ja: ['次の内容を引き継ぎました：', '違います', 'やはり合っています'],
  zh: ['我转达了以下内容：', '不对', '还是对的'],
  ar: ['هذا ما نقلته:', 'هذا خطأ', 'بل هو صحيح'],
};

const styles =
  '.packet li { display: flex; gap: 8px; justify-content: space-between; align-items: baseline; overflow-wrap: anywhere; }' +
  '.packet ul { margin: 8px 0 0; padding: 0; list-style: none; } .packet li[data-wrong] span { text-decoration: line-through; }';

/** Asks for what was passed on and draws it into `box`; nothing where nothing was. */
export async function draw(
  root: ShadowRoot,
  box: HTMLElement,
  { locale: { language } }: Pick<View, 'locale'>,
  visitor: Visitor,
): Promise<void> {
  addStyles(root, styles);
  const [passedOn, wrong, right] = texts[language];

  function line(text: string, isWrong: boolean, fact: number | null): HTMLElement {
    const button = make('button', { type: 'button', className: 'link' }, isWrong ? right : wrong);
    button.ariaLabel = `${button.textContent}: ${text}`;
    button.addEventListener('click', () => {
      button.disabled = true;
      visitor.call<VisitorHandOff>('PATCH', handOffPath, { fact, isWrong: !isWrong }).then(
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
      box.replaceChildren(make('div', { className: 'card packet' }, passedOn, make('ul', {}, ...lines)));
  }

  const packet = await visitor.call<VisitorHandOff | null>('GET', handOffPath).catch(() => null);
  if (packet && box.isConnected) show(packet);
}
