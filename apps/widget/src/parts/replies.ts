/**
 * Quotes and reactions at each message, the quote above the field, and the button for emoji in it. Loaded when the chat
 * is opened. Drawn without Preact, beside what the chat has drawn.
 */
import { canRecord } from '@parley/client/recording';
import type { Reaction } from '@parley/contracts/entities';
import type { Messages, Translated } from '@parley/contracts/i18n/messages';
import type { Language } from '@parley/contracts/text/languages';
import { reactionsPath } from '../contract.static.ts';
import { make } from '../dom.ts';
import { button, icon } from '../files/row.ts';
import { put } from '../files/drawing.ts';
import type { Chat } from '../chat/mount.tsx';
import { addStyles } from '../launcher/launcher.ts';
import type { WidgetPage } from '../loader/widget-page.ts';
import type { View } from '../chat/view.ts';
import type * as blocksPart from './blocks.ts';
import type * as emojiPart from './emoji.ts';
import type * as pushPart from './push.ts';
import type * as voicePart from './voice.ts';
import type { Talk, TalkMessage } from '../talk/talk.ts';

const english = {
  reply: 'Reply',
  react: 'React',
  cancel: 'Cancel reply',
  emoji: 'Emoji',
  record: 'Record a voice message',
  refused: 'Your reaction wasn’t saved. Please try again.',
} as const satisfies Messages;

/** Names of the buttons, and the answer to a reaction that the server didn't take. */
export const repliesTexts: Record<Language, Translated<typeof english>> = {
  en: english,
  de: {
    reply: 'Antworten',
    react: 'Reagieren',
    cancel: 'Antwort abbrechen',
    emoji: 'Emoji',
    record: 'Sprachnachricht aufnehmen',
    refused: 'Ihre Reaktion wurde nicht gespeichert. Bitte versuchen Sie es noch einmal.',
  },
  fr: {
    reply: 'Répondre',
    react: 'Réagir',
    cancel: 'Annuler la réponse',
    emoji: 'Émojis',
    record: 'Enregistrer un message vocal',
    refused: 'Votre réaction n’a pas été enregistrée. Veuillez réessayer.',
  },
  es: {
    reply: 'Responder',
    react: 'Reaccionar',
    cancel: 'Cancelar respuesta',
    emoji: 'Emojis',
    record: 'Grabar un mensaje de voz',
    refused: 'No se guardó la reacción. Inténtelo de nuevo.',
  },
  pt: {
    reply: 'Responder',
    react: 'Reagir',
    cancel: 'Cancelar resposta',
    emoji: 'Emojis',
    record: 'Gravar uma mensagem de voz',
    refused: 'A reação não foi salva. Tente de novo.',
  },
  it: {
    reply: 'Rispondi',
    react: 'Reagisci',
    cancel: 'Annulla risposta',
    emoji: 'Emoji',
    record: 'Registra un messaggio vocale',
    refused: 'La reazione non è stata salvata. Riprova.',
  },
  nl: {
    reply: 'Beantwoorden',
    react: 'Reageren met emoji',
    cancel: 'Antwoord annuleren',
    emoji: 'Emoji',
    record: 'Spraakbericht opnemen',
    refused: 'Je reactie is niet opgeslagen. Probeer het opnieuw.',
  },
  pl: {
    reply: 'Odpowiedz',
    react: 'Zareaguj',
    cancel: 'Anuluj odpowiedź',
    emoji: 'Emoji',
    record: 'Nagraj wiadomość głosową',
    refused: 'Nie zapisano reakcji. Spróbuj ponownie.',
  },
  tr: {
    reply: 'Yanıtla',
    react: 'Tepki ver',
    cancel: 'Yanıtı iptal et',
    emoji: 'Emoji',
    record: 'Sesli mesaj kaydet',
    refused: 'Tepkiniz kaydedilmedi. Lütfen yeniden deneyin.',
  },
  ja: {
    reply: '返信',
    react: 'リアクション',
    cancel: '返信をやめる',
    emoji: '絵文字',
    record: '音声メッセージを録音',
    refused: 'リアクションを保存できませんでした。もう一度お試しください。',
  },
  zh: {
    reply: '回复',
    react: '表情回应',
    cancel: '取消回复',
    emoji: '表情',
    record: '录制语音消息',
    refused: '未能保存您的表情回应，请重试。',
  },
  ar: {
    reply: 'رد',
    react: 'تفاعل',
    cancel: 'إلغاء الرد',
    emoji: 'رموز تعبيرية',
    record: 'تسجيل رسالة صوتية',
    refused: 'لم يُحفظ تفاعلك. يُرجى المحاولة مرة أخرى.',
  },
};

const emoji = ['👍', '❤️', '😄', '🎉', '🙏', '👎'];

const styles = `
.added { display: contents; }
.quote { max-width: 100%; padding: 5px 12px; margin-bottom: 2px; border-radius: 10px; border-inline-start: 3px solid var(--edge); background: var(--raised); font-size: 13px; text-align: start; overflow-wrap: anywhere; }
.quote b, .quote span { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden; }
.quote b { -webkit-line-clamp: 1; font-weight: 600; }
.replying { display: flex; align-items: flex-start; gap: 6px; margin-bottom: 8px; }
.replying .quote { flex: 1; margin: 0; }
.replying .icon, .tools button { width: 30px; height: 30px; }
.replying svg, .tools svg { width: 16px; fill: none; stroke: currentcolor; stroke-width: 2; stroke-linecap: round; stroke-linejoin: round; }
.reacted { order: 1; display: flex; flex-wrap: wrap; gap: 4px; margin: 3px 2px 0; }
.reacted button { padding: 2px 8px; min-height: 26px; font-size: 13px; box-shadow: 0 0 0 1px var(--line); }
.reacted [aria-pressed=true] { background: var(--raised); box-shadow: 0 0 0 1.5px var(--text); }
.tools { position: absolute; inset-inline-end: 0; bottom: 100%; margin-bottom: -12px; display: flex; background: var(--surface); border-radius: 15px; box-shadow: 0 0 0 1px var(--line), 0 2px 8px #0002; opacity: 0; pointer-events: none; z-index: 1; }
.tools button { display: grid; place-items: center; font-size: 16px; }
.tools button:hover { background: var(--raised); }
.message:hover .tools, .message:focus-within .tools { opacity: 1; pointer-events: auto; }
.message:first-child .tools { bottom: auto; top: 0; }
.refused { order: 2; color: var(--problem); }
.smile { margin: 4px; margin-inline-end: -12px; width: 34px; height: 34px; }
.clip + .smile { margin-inline-start: 12px; }
.mic { margin: 4px 0; width: 34px; height: 34px; }
.smile svg, .mic svg { fill: none; stroke: currentcolor; stroke-width: 2; stroke-linecap: round; }
.found .bubble { outline: 2px solid var(--text); outline-offset: 2px; }
@media (hover: none) { .message:not(:focus-within) .tools { visibility: hidden; } .message { outline: 0; } }
`;

const lines = {
  reply: 'M9 14 4 9l5-5M4 9h10a6 6 0 0 1 6 6v5',
  react: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM8.5 14.5a4.5 4.5 0 0 0 7 0M9 9.5v.01M15 9.5v.01',
  cancel: 'M6 6l12 12M18 6 6 18',
  record: 'M12 15a3 3 0 0 0 3-3V6a3 3 0 1 0-6 0v6a3 3 0 0 0 3 3ZM6 11v1a6 6 0 0 0 12 0v-1M12 18v3',
};

type Quoted = Pick<TalkMessage, 'senderType' | 'senderName' | 'content'> & { isRemoved?: boolean };

/** How many pages of earlier messages a jump to a quoted one loads at most. */
const pagesBack = 20;

/** Brings another part of the widget. */
type LoadPart = (
  name: string,
) => Promise<typeof emojiPart & typeof blocksPart & Partial<typeof pushPart & typeof voicePart>>;
type Page = Pick<WidgetPage, 'host' | 'launcher' | 'texts' | 'locale' | 'setup' | 'emit'>;
type Drawing = ReturnType<typeof start>;

/** Parts started for each talk. */
const started = new WeakMap<Talk, Drawing>();

/** Draws quotes, reactions and the button for emoji into the chat, and has messages sent with what they quote. */
export function draw(page: Page, talk: Talk, chat: Pick<Chat, 'update'>, part: LoadPart, view?: View): void {
  const drawing = started.get(talk) ?? start(page, talk, chat, part);
  started.set(talk, drawing);
  drawing(view);
  if (view && (view.setup.formId ?? talk.state.messages.some(({ blocks }) => blocks)))
    part('blocks').then(
      ({ draw: drawBlocks }) => drawBlocks(page, talk, chat, part, view),
      // Asked for again at the next change.
      () => undefined,
    );
}

function start(page: Page, talk: Talk, chat: Pick<Chat, 'update'>, part: LoadPart): (view?: View) => void {
  const {
    launcher: { root },
    texts,
    locale,
    setup,
  } = page;
  addStyles(root, styles);
  let offerPush: (() => void) | undefined;
  if (setup.pushWorker)
    void part('push').then(
      ({ startPush }) => {
        offerPush = startPush?.(page, talk);
        offerPush?.();
      },
      // Visitors go on without it.
      () => undefined,
    );
  const labels = repliesTexts[locale.language];
  const redraw = (): void => chat.update({});
  /** Id of the element of a message. */
  const idOf = (seq: number): string => talk.state.messages.find((message) => message.seq === seq)?.id ?? '';
  const replying = make('div');
  /** The message that shows its emoji. */
  let choosing: number | undefined;
  /** The message with a last reaction that the server didn't take. */
  let refused: number | undefined;
  /** Id of the message that the next one quotes. */
  let replyTo: string | undefined;

  const send = talk.send.bind(talk);
  talk.send = (content, enclosed) => {
    const more = replyTo && { more: { ...enclosed?.more, replyTo } };
    replyTo = undefined;
    send(content, { ...enclosed, ...more });
  };

  const nameOf = ({ senderType, senderName }: Quoted): string =>
    senderType === 'customer' ? texts.you : senderType === 'ai' ? texts.assistant : (senderName ?? setup.organisation);

  const quote = (quoted: Quoted, onclick: () => void): HTMLButtonElement =>
    button(
      'quote',
      '',
      onclick,
      make('b', {}, nameOf(quoted)),
      make('span', { dir: 'auto' }, quoted.isRemoved ? texts.removed : quoted.content),
    );

  async function jump(seq: number): Promise<void> {
    const find = (): HTMLElement | null => root.getElementById(idOf(seq));
    for (let back = 0; back < pagesBack && !find() && talk.state.hasEarlier; back += 1) await talk.showEarlier();
    const found = find();
    if (!found) return;
    found.scrollIntoView({ block: 'center' });
    found.classList.add('found');
    setTimeout(() => found.classList.remove('found'), 1_500);
  }

  /** The result arrives like everybody's reactions. */
  function change(seq: number, each: string, isOn: boolean): void {
    choosing = refused = undefined;
    redraw();
    void talk.visitor
      ?.call('POST', reactionsPath.replace(':seq', String(seq)) + talk.query, { emoji: each, isOn })
      .catch(() => {
        refused = seq;
        redraw();
      });
  }

  const isOurs = ({ senderType }: Reaction): boolean => senderType === 'customer';

  function reactionRow(seq: number, reactions: readonly Reaction[]): HTMLElement {
    const row = make('div', { className: 'reacted' });
    for (const each of new Set(reactions.map((one) => one.emoji))) {
      const all = reactions.filter((one) => one.emoji === each);
      const isOn = all.some(isOurs);
      const names = all.map((one) => nameOf({ ...one, content: '' })).join(', ');
      const chip = button('', '', () => change(seq, each, !isOn), all.length > 1 ? `${each} ${all.length}` : each);
      chip.ariaLabel = `${each} ${names}`;
      chip.title = names;
      chip.ariaPressed = String(isOn);
      row.append(chip);
    }
    return row;
  }

  function tools(message: TalkMessage, seq: number): HTMLElement {
    if (choosing === seq)
      return make(
        'div',
        { className: 'tools' },
        ...emoji.map((each) => {
          const isOn = !message.reactions?.some((one) => one.emoji === each && isOurs(one));
          const one = button('', '', () => change(seq, each, isOn), each);
          one.ariaLabel = `${labels.react}: ${each}`;
          return one;
        }),
      );
    return make(
      'div',
      { className: 'tools' },
      button(
        '',
        labels.react,
        () => {
          choosing = seq;
          redraw();
          root.getElementById(idOf(seq))?.querySelector<HTMLElement>('.tools button')?.focus();
        },
        icon(lines.react),
      ),
      button(
        '',
        labels.reply,
        () => {
          replyTo = message.id;
          redraw();
          root.querySelector<HTMLTextAreaElement>('footer textarea')?.focus();
        },
        icon(lines.reply),
      ),
    );
  }

  function drawMessage(box: HTMLElement, message: TalkMessage, seq: number, original: TalkMessage | undefined): void {
    const { reactions = [], removedAt } = message;
    const quoted = message.replyTo && {
      ...message.replyTo,
      ...(original && { ...original, isRemoved: !!original.removedAt }),
    };
    const canAct = !removedAt && !talk.state.isBlocked;
    const place = box.querySelector('.added') ?? make('div', { className: 'added' });
    if (!place.isConnected) box.querySelector('.bubble, .file')?.before(place);
    put(place, [quoted, reactions, canAct, choosing === seq, refused === seq], () => [
      ...(quoted ? [quote(quoted, () => void jump(quoted.seq))] : []),
      ...(reactions.length > 0 && !removedAt ? [reactionRow(seq, reactions)] : []),
      ...(canAct ? [tools(message, seq)] : []),
      ...(refused === seq ? [make('p', { className: 'status refused', role: 'alert' }, labels.refused)] : []),
    ]);
    // A tap on a message shows its tools where nothing hovers.
    if (canAct) box.tabIndex = -1;
  }

  function drawReplying(place: Element, quoted: TalkMessage | undefined): void {
    put(place, [quoted?.id, quoted?.content], () => {
      if (!quoted) return [];
      const end = (): void => {
        replyTo = undefined;
        redraw();
        root.querySelector<HTMLTextAreaElement>('footer textarea')?.focus();
      };
      return [
        make(
          'div',
          { className: 'replying' },
          quote(quoted, () => void jump(quoted.seq ?? 0)),
          button('icon', labels.cancel, end, icon(lines.cancel)),
        ),
      ];
    });
  }

  function drawEmojiButton(): void {
    const field = root.querySelector<HTMLTextAreaElement>('footer textarea');
    if (!field?.form || field.form.querySelector('.smile')) return;
    const opener = button(
      'icon smile',
      labels.emoji,
      () =>
        void part('emoji').then(
          ({ toggleEmoji }) => toggleEmoji(root, field, opener),
          // Asked for again at the next press.
          () => undefined,
        ),
      icon(lines.react),
    );
    opener.ariaExpanded = 'false';
    field.before(opener);
  }

  /** Offers to record a voice message where the website takes sound and the browser can. */
  function drawVoiceButton({ setup: { files }, attach }: View): void {
    const field = root.querySelector<HTMLTextAreaElement>('footer textarea');
    const drawn = field?.form?.querySelector('.mic');
    const isEarly =
      files?.when === 'after_answer' && !talk.state.messages.some(({ senderType }) => senderType === 'representative');
    if (!field || isEarly || !files?.kinds.includes('audio') || !canRecord()) return drawn?.remove();
    if (drawn) return;
    const opener = button(
      'icon mic',
      labels.record,
      () =>
        void part('voice').then(
          ({ toggleVoice }) => toggleVoice?.(root, field, locale.language, attach),
          // Asked for again at the next press.
          () => undefined,
        ),
      icon(lines.record),
    );
    field.after(opener);
  }

  return (view) => {
    drawEmojiButton();
    if (view) drawVoiceButton(view);
    const { messages } = talk.state;
    const byId = new Map(messages.map((message) => [message.id, message]));
    for (const message of messages) {
      const place = message.id && root.getElementById(message.id);
      if (place) drawMessage(place, message, message.seq ?? 0, byId.get(message.replyTo?.id));
    }
    if (!replying.isConnected) root.querySelector('.files')?.before(replying);
    drawReplying(replying, replyTo ? byId.get(replyTo) : undefined);
    offerPush?.();
  };
}
