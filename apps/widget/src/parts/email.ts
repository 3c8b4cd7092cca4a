/**
 * Asks for an email address while the team is away: loaded when it is first needed. Drawn without Preact, so that it
 * needs nothing of the chat.
 */
import { isReachableEmail } from '@parley/contracts/text/email-address';
import type { Chat } from '../chat/mount.tsx';
import type { View } from '../chat/view.ts';
import { make } from '../dom.ts';
import { addStyles } from '../launcher/launcher.ts';
import type { WidgetPage } from '../loader/widget-page.ts';
import type { Talk } from '../talk/talk.ts';
import type { ChatTranslate } from '../texts/en.ts';

export interface EmailAsk {
  t: ChatTranslate;
  /** Left already. */
  email: string | null;
  /** Tells that answers reach `email`. */
  saved: string;
  /** Answers false when the server refuses the address. */
  save(email: string): Promise<boolean>;
}

const styles =
  '.card .field { margin-top: 10px; } .card .status { margin-top: 8px; } .save { padding: 0 16px; font-weight: 600; }';

const button = (className: string, text: string, onclick?: () => void): HTMLButtonElement =>
  make('button', { type: onclick ? 'button' : 'submit', className, onclick: onclick ?? null }, text);

const redraws = new WeakMap<HTMLElement, (ask: EmailAsk) => void>();

/** Draws the question into its place in the log. */
export function draw(
  { launcher: { root } }: Pick<WidgetPage, 'launcher'>,
  talk: Pick<Talk, 'leaveEmail'>,
  chat: Pick<Chat, 'update'>,
  _part: unknown,
  { t, state: { email } }: Pick<View, 't' | 'state'>,
): void {
  const box = root.getElementById('ask');
  if (!box) return;
  const isNew = !redraws.has(box);
  const redraw = redraws.get(box) ?? drawEmailAsk(box);
  redraws.set(box, redraw);
  // Its content takes part in the layout of the log.
  box.style.display = 'contents';
  redraw({ t, email, saved: t('emailSaved', { email: email ?? '' }), save: (left) => talk.leaveEmail(left) });
  // The log follows its end when it is drawn.
  if (isNew) chat.update({});
}

/** Draws into `box`, which is empty, and returns a function that redraws. Text being typed survives that. */
export function drawEmailAsk(box: HTMLElement): (ask: EmailAsk) => void {
  const root = box.getRootNode();
  if (root instanceof ShadowRoot) addStyles(root, styles);
  let drawn: { t: ChatTranslate; email: string | null } | undefined;
  /** Text being typed; undefined while the stored address is only shown. */
  let typed: string | undefined;

  function showSaved(ask: EmailAsk): void {
    const change = button('link', ask.t('changeEmail'), () => {
      typed = ask.email ?? '';
      showForm(ask).focus();
    });
    box.replaceChildren(make('p', { className: 'notice' }, `${ask.saved} `, change));
  }

  function showForm(ask: EmailAsk): HTMLInputElement {
    const { t } = ask;
    const field = make('input', {
      id: 'email',
      type: 'email',
      autocomplete: 'email',
      placeholder: t('email'),
      value: typed ?? '',
    });
    const wrong = make('p', { id: 'email-wrong', className: 'status problem' });
    wrong.role = 'alert';
    const judge = (isWrong: boolean): void => {
      wrong.textContent = isWrong ? t('emailInvalid') : '';
      field.ariaInvalid = String(isWrong);
    };
    field.setAttribute('aria-describedby', wrong.id);
    field.addEventListener('input', () => {
      typed = field.value;
      judge(false);
    });
    const form = make(
      'form',
      { className: 'card', noValidate: true },
      make('label', { htmlFor: field.id }, t('askEmail')),
      make('div', { className: 'field' }, field, button('save', t('saveEmail'))),
      wrong,
    );
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      void submit();
    });
    async function submit(): Promise<void> {
      const email = field.value.trim();
      const before = typed;
      typed = undefined;
      if (isReachableEmail(email) && (await ask.save(email))) {
        // Ignores the same address, which would draw the same.
        if (form.isConnected) showSaved(ask);
        box.querySelector('button')?.focus();
        return;
      }
      typed = before ?? '';
      judge(true);
      field.focus();
    }
    box.replaceChildren(form);
    return field;
  }

  return (ask) => {
    if (ask.t === drawn?.t && ask.email === drawn.email) return;
    drawn = ask;
    if (ask.email && typed === undefined) showSaved(ask);
    else showForm(ask);
  };
}
