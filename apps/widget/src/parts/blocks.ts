/**
 * Draws buttons, cards and forms: loaded with the first message that has some, or where a website asks for a form before
 * the chat. Drawn without Preact, beside what the chat has drawn.
 */
import type { MessageButton, MessageCard } from '@parley/contracts/messages/blocks';
import type { ShownForm } from '@parley/contracts/forms/forms';
import { formTexts } from '@parley/contracts/i18n/catalogues/forms';
import type { Chat } from '../chat/mount.tsx';
import type { View } from '../chat/view.ts';
import { formsPath } from '../contract.static.ts';
import { make } from '../dom.ts';
import { put } from '../files/drawing.ts';
import { addStyles } from '../launcher/launcher.ts';
import type { WidgetPage } from '../loader/widget-page.ts';
import type { Talk, TalkMessage } from '../talk/talk.ts';
import type * as formPart from './form.ts';

const styles = `
.blocks { max-width: 100%; min-width: 0; }
.blocks .buttons { display: flex; flex-wrap: wrap; gap: 6px; margin-top: 6px; }
.blocks .button { display: inline-flex; align-items: center; min-height: 36px; padding: 6px 14px; font-size: 14px; font-weight: 500; text-decoration: none; text-align: start; overflow-wrap: anywhere; border-radius: 18px; box-shadow: 0 0 0 1px var(--edge); color: inherit; }
@supports (content: '' / '') { .blocks a.button::after { content: '↗' / ''; margin-inline-start: 6px; color: var(--quiet); } }
.blocks .button:hover { background: var(--raised); }
.blocks .button:disabled { cursor: default; color: var(--quiet); background: none; box-shadow: 0 0 0 1px var(--line); }
.blocks .button[aria-pressed=true] { background: var(--raised); color: var(--text); font-weight: 600; }
.blocks .cards { display: flex; gap: 8px; margin-top: 6px; overflow-x: auto; scroll-snap-type: x mandatory; overscroll-behavior-x: contain; padding: 1px; }
.blocks .cards > li { list-style: none; flex: 0 0 min(240px, 86%); scroll-snap-align: start; border-radius: 14px; box-shadow: 0 0 0 1px var(--line); overflow: hidden; display: flex; flex-direction: column; }
.blocks .cards > li:only-child { flex-basis: 264px; }
.blocks .file { width: 100% !important; margin: 0; aspect-ratio: 16/9 !important; overflow: hidden; }
.blocks .file img { width: 100%; height: 100%; object-fit: cover; border-radius: 0; }
.blocks .about { padding: 10px 12px 12px; display: flex; flex-direction: column; flex: 1; font-size: 14px; overflow-wrap: anywhere; }
.blocks .about p { color: var(--quiet); white-space: pre-line; }
.blocks .about .buttons { flex-direction: column; margin-top: auto; padding-top: 10px; }
.asking footer { display: none; }
`;

type Page = Pick<WidgetPage, 'host' | 'launcher' | 'locale' | 'emit'>;
type LoadPart = (name: string) => Promise<unknown>;
const started = new WeakMap<Talk, (view: View) => void>();

export function draw(page: Page, talk: Talk, chat: Pick<Chat, 'update'>, part: LoadPart, view: View): void {
  const drawing = started.get(talk) ?? start(page, talk, chat, part);
  started.set(talk, drawing);
  drawing(view);
}

function start(
  { host, launcher: { root }, locale, emit }: Page,
  talk: Talk,
  chat: Pick<Chat, 'update'>,
  part: LoadPart,
): (view: View) => void {
  addStyles(root, styles);
  const t = formTexts(locale.language);
  const redraw = (): void => chat.update({});
  /** Ids of messages that were answered here, until the answer is stored. */
  const answeredHere = new Map<string, string | undefined>();
  /** Form before the chat, with its element; null while it is being fetched or can't be had. */
  let before: { id: string; element: HTMLElement } | null | undefined;

  function press(to: string, { id, label }: MessageButton): void {
    answeredHere.set(to, id);
    talk.send(label, { more: { response: { to, button: id } } });
    redraw();
  }

  function buttonsOf(to: string, buttons: readonly MessageButton[], isOver: boolean, pressed?: string): HTMLElement {
    const drawn = buttons.map((each) => {
      if (each.url)
        return make(
          'a',
          { className: 'button', href: each.url, target: '_blank', rel: 'noopener noreferrer', dir: 'auto' },
          each.label,
        );
      const element = make(
        'button',
        { type: 'button', className: 'button', dir: 'auto', disabled: isOver },
        each.label,
      );
      if (isOver) element.ariaPressed = String(each.id === pressed);
      element.addEventListener('click', () => press(to, each));
      return element;
    });
    return make('div', { className: 'buttons' }, ...drawn);
  }

  const cardOf = ({ title, text, pictureId }: MessageCard, buttons: HTMLElement | undefined): HTMLElement =>
    make(
      'li',
      {},
      ...(pictureId ? [make('div', { id: pictureId, className: 'file' })] : []),
      make(
        'div',
        { className: 'about', dir: 'auto' },
        make('b', {}, title),
        ...(text ? [make('p', {}, text)] : []),
        ...(buttons ? [buttons] : []),
      ),
    );

  /** Draws a form; it stays as it is while it is being filled in. */
  function ask(place: HTMLElement, form: ShownForm, to: string | null): void {
    void (part('form') as Promise<typeof formPart>).then(
      ({ startForm }) =>
        startForm(place, {
          root,
          host,
          form,
          t,
          talk,
          send(answers, words) {
            if (to) answeredHere.set(to, undefined);
            emit('form_completed', { formId: form.id, title: form.title });
            talk.send(words, { more: { response: to ? { to, answers } : { formId: form.id, answers } } });
            redraw();
          },
          onDrawn: redraw,
        }),
      // Asked for again when the chat is opened next.
      () => undefined,
    );
  }

  function drawMessage(element: HTMLElement, message: TalkMessage, isOver: boolean, pressed: string | undefined): void {
    const { id = '', blocks = {}, removedAt } = message;
    const place = element.querySelector<HTMLElement>('.blocks') ?? make('div', { className: 'blocks' });
    const { buttons, cards, form } = blocks;
    // The chat draws all files of a message: those of cards have their place there.
    for (const { pictureId = '' } of cards ?? []) {
      const drawn = root.getElementById(pictureId);
      if (!drawn || place.contains(drawn)) continue;
      drawn.removeAttribute('id');
      drawn.hidden = true;
    }
    if (!place.isConnected) (element.querySelector('.bubble') ?? element.lastElementChild)?.after(place);
    put(place, [!!removedAt, isOver, pressed], () => {
      if (removedAt) return [];
      const list = cards?.map((card) => cardOf(card, card.buttons && buttonsOf(id, card.buttons, isOver, pressed)));
      const asked = form && make('div');
      if (asked && isOver) asked.append(make('p', { className: 'status' }, `✓ ${t('answered')}`));
      else if (asked && form) ask(asked, form, id);
      return [
        ...(list ? [make('ul', { className: 'cards' }, ...list)] : []),
        ...(buttons ? [buttonsOf(id, buttons, isOver, pressed)] : []),
        ...(asked ? [asked] : []),
      ];
    });
  }

  /** Asks for the form of the website before the first message; the field comes back once it is sent. */
  function drawBefore({ setup: { formId }, state }: View): void {
    const box = root.querySelector('.box');
    const isAsked = !!formId && !state.messages.length && !state.status;
    const panel = root.querySelector('.panel');
    if (!isAsked || before?.id !== formId) {
      before?.element.remove();
      panel?.classList.remove('asking');
    }
    if (!isAsked) {
      before = undefined;
      return;
    }
    if (before === undefined) {
      before = null;
      fetch(`${host}${formsPath}/${formId}?language=${locale.language}`)
        .then((answer) => (answer.ok ? answer.json() : undefined))
        .then((form: ShownForm | undefined) => {
          if (!form) return;
          const element = make('div', { className: 'card' });
          before = { id: form.id, element };
          ask(element, form, null);
          redraw();
        })
        .catch(() => undefined);
    }
    if (!before || !box) return;
    panel?.classList.add('asking');
    if (box.lastElementChild !== before.element) box.append(before.element);
  }

  return (view) => {
    const { messages } = talk.state;
    const responses = new Map(answeredHere);
    for (const { response } of messages) if (response?.to) responses.set(response.to, response.button);
    for (const message of messages) {
      const element = message.id && message.blocks && root.getElementById(message.id);
      if (element) {
        const isOver = responses.has(message.id ?? '') || !!talk.state.isBlocked;
        drawMessage(element, message, isOver, responses.get(message.id ?? ''));
      }
    }
    drawBefore(view);
    // Pictures of cards have places now.
    view.files?.draw(view);
  };
}
