/** Records a voice message of the visitor: loaded when its button is first pressed. Drawn without Preact. */
import { type Recording, startRecording } from '@parley/client/recording';
import type { Messages, Translated } from '@parley/contracts/i18n/messages';
import type { Language } from '@parley/contracts/text/languages';
import { make, styleOnce } from '../dom.ts';
import { button } from '../files/row.ts';

const english = {
  recording: 'Recording',
  discard: 'Discard',
  finish: 'Finish',
  blocked: 'The browser blocks the microphone. Allow it for this site in the browser’s settings.',
  noMicrophone: 'No microphone was found.',
  failed: 'Recording failed. Please try again.',
  fileName: 'Voice message',
} as const satisfies Messages;
type VoiceTexts = Translated<typeof english>;

/** Labels of the recorder, and what it says where it can't record. */
export const voiceTexts: Record<Language, VoiceTexts> = {
  en: english,
  de: {
    recording: 'Aufnahme läuft',
    discard: 'Verwerfen',
    finish: 'Fertig',
    blocked: 'Der Browser blockiert das Mikrofon. Erlauben Sie es für diese Website in den Einstellungen des Browsers.',
    noMicrophone: 'Kein Mikrofon gefunden.',
    failed: 'Die Aufnahme ist fehlgeschlagen. Bitte versuchen Sie es noch einmal.',
    fileName: 'Sprachnachricht',
  },
  fr: {
    recording: 'Enregistrement en cours',
    discard: 'Abandonner',
    finish: 'Terminer',
    blocked: 'Le navigateur bloque le micro. Autorisez-le pour ce site dans les réglages du navigateur.',
    noMicrophone: 'Aucun micro n’a été trouvé.',
    failed: 'L’enregistrement a échoué. Veuillez réessayer.',
    fileName: 'Message vocal',
  },
  es: {
    recording: 'Grabando',
    discard: 'Descartar',
    finish: 'Terminar',
    blocked: 'El navegador bloquea el micrófono. Permítalo para este sitio en los ajustes del navegador.',
    noMicrophone: 'No se ha encontrado ningún micrófono.',
    failed: 'No se pudo grabar. Inténtelo de nuevo.',
    fileName: 'Mensaje de voz',
  },
  pt: {
    recording: 'Gravando',
    discard: 'Descartar',
    finish: 'Concluir',
    blocked: 'O navegador bloqueia o microfone. Permita-o para este site nas configurações do navegador.',
    noMicrophone: 'Nenhum microfone encontrado.',
    failed: 'A gravação falhou. Tente de novo.',
    fileName: 'Mensagem de voz',
  },
  it: {
    recording: 'Registrazione in corso',
    discard: 'Scarta',
    finish: 'Fine',
    blocked: 'Il browser blocca il microfono. Lo consenta per questo sito nelle impostazioni del browser.',
    noMicrophone: 'Nessun microfono trovato.',
    failed: 'La registrazione non è riuscita. Riprova.',
    fileName: 'Messaggio vocale',
  },
  nl: {
    recording: 'Opname loopt',
    discard: 'Weggooien',
    finish: 'Klaar',
    blocked: 'De browser blokkeert de microfoon. Sta die voor deze site toe in de instellingen van de browser.',
    noMicrophone: 'Geen microfoon gevonden.',
    failed: 'De opname is mislukt. Probeer het opnieuw.',
    fileName: 'Spraakbericht',
  },
  pl: {
    recording: 'Trwa nagrywanie',
    discard: 'Odrzuć',
    finish: 'Zakończ',
    blocked: 'Przeglądarka blokuje mikrofon. Zezwól na niego dla tej strony w ustawieniach przeglądarki.',
    noMicrophone: 'Nie znaleziono mikrofonu.',
    failed: 'Nagrywanie nie powiodło się. Spróbuj ponownie.',
    fileName: 'Wiadomość głosowa',
  },
  tr: {
    recording: 'Kaydediliyor',
    discard: 'Sil',
    finish: 'Bitir',
    blocked: 'Tarayıcı mikrofonu engelliyor. Tarayıcı ayarlarında bu site için izin verin.',
    noMicrophone: 'Mikrofon bulunamadı.',
    failed: 'Kayıt yapılamadı. Lütfen yeniden deneyin.',
    fileName: 'Sesli mesaj',
  },
  ja: {
    recording: '録音中',
    discard: '破棄',
    finish: '完了',
    blocked: 'ブラウザがマイクをブロックしています。ブラウザの設定でこのサイトに許可してください。',
    noMicrophone: 'マイクが見つかりません。',
    failed: '録音できませんでした。もう一度お試しください。',
    fileName: '音声メッセージ',
  },
  zh: {
    recording: '正在录音',
    discard: '放弃',
    finish: '完成',
    blocked: '浏览器阻止了麦克风。请在浏览器设置中为此网站允许麦克风。',
    noMicrophone: '未找到麦克风。',
    failed: '录音失败，请重试。',
    fileName: '语音消息',
  },
  ar: {
    recording: 'جارٍ التسجيل',
    discard: 'تجاهل',
    finish: 'إنهاء',
    blocked: 'يحظر المتصفح الميكروفون. اسمح به لهذا الموقع في إعدادات المتصفح.',
    noMicrophone: 'لم يُعثر على ميكروفون.',
    failed: 'فشل التسجيل. يُرجى المحاولة مرة أخرى.',
    fileName: 'رسالة صوتية',
  },
};

const styles = `
.voice { display: flex; align-items: center; gap: 8px; margin-bottom: 8px; padding-block: 6px; padding-inline: 14px 6px; border: 1px solid var(--line); border-radius: 14px; font-size: 14px; }
.voice i { flex: none; width: 10px; height: 10px; border-radius: 5px; background: var(--problem); }
.voice time { font-variant-numeric: tabular-nums; margin-inline-end: auto; }
.voice .pill, .voice .save { margin: 0; min-height: 36px; height: 36px; padding: 0 14px; }
@media (prefers-reduced-motion: no-preference) { .voice i { scale: var(--level, 1); transition: scale .1s; } }
`;

/** Ends the recording that goes on with a file; undefined while there is none. */
let finish: (() => void) | undefined;

const clockOf = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;

const wordsOf = (error: unknown, t: VoiceTexts): string => {
  const name = error instanceof DOMException ? error.name : '';
  return name === 'NotAllowedError' ? t.blocked : name === 'NotFoundError' ? t.noMicrophone : t.failed;
};

/**
 * Begins to record above the form of `field`, or ends the recording that goes on; the file is added to the next message.
 * Escape discards it and leaves the chat open.
 */
export async function toggleVoice(
  root: ShadowRoot,
  field: HTMLTextAreaElement,
  language: Language,
  add: (files: readonly File[]) => void,
): Promise<void> {
  if (finish) {
    finish();
    return;
  }
  const t = voiceTexts[language];
  styleOnce(root, styles);
  root.querySelector('.voice')?.remove();
  let recording: Recording | undefined;
  const time = make('time', {}, clockOf(0));
  const box = make('div', { className: 'voice', role: 'group', ariaLabel: t.recording });

  function end(isWanted: boolean): void {
    const ended = recording;
    recording = finish = undefined;
    if (!ended) return;
    box.remove();
    if (box.contains(root.activeElement) || isWanted) field.focus();
    if (isWanted) ended.stop().then((file) => add([file]), complain);
    else ended.cancel();
  }

  function complain(error: unknown): void {
    box.replaceChildren(make('p', { className: 'status problem', role: 'alert' }, wordsOf(error, t)));
    field.form?.before(box);
  }

  box.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    end(false);
    field.focus();
  });
  finish = () => undefined;
  try {
    // Swedish times are ISO 8601; files have no colons.
    const name = `${t.fileName} ${new Date().toLocaleString('sv').replaceAll(':', '.')}`;
    recording = await startRecording({
      name,
      onLevel(seconds, level) {
        time.textContent = clockOf(seconds);
        box.style.setProperty('--level', String(1 + Math.min(level, 1)));
        // The chat was closed, or shows something else: nothing is recorded unseen.
        if (box.getClientRects().length === 0) end(false);
      },
      onFull: () => end(true),
    });
  } catch (error) {
    finish = undefined;
    complain(error);
    return;
  }
  finish = () => end(true);
  const done = button('save', '', () => end(true), t.finish);
  const dot = make('i', { ariaHidden: 'true' });
  const status = make('span', { role: 'status' }, t.recording);
  box.append(
    dot,
    status,
    time,
    button('pill', '', () => end(false), t.discard),
    done,
  );
  field.form?.before(box);
  done.focus();
}
