/**
 * The visitor's own data, over the list of their conversations: a transcript by mail, and erasure that a code from a mail
 * confirms. Loaded when it is opened.
 */
import { newId } from '@parley/client/identifier';
import { isRefusal } from '@parley/client/refusal';
import { type Messages, type Translated, translator } from '@parley/contracts/i18n/messages';
import type { ErasureReceipt } from '@parley/contracts/routes/data';
import type { Language } from '@parley/contracts/text/languages';
import { confirmErasurePath, conversationsPath, erasurePath, transcriptPath } from '../contract.static.ts';
import { make, styleOnce } from '../dom.ts';
import { button } from '../files/row.ts';
import type { WidgetPage } from '../loader/widget-page.ts';
import type { Talk } from '../talk/talk.ts';

const english = {
  title: 'Your data',
  copy: 'Email me this conversation',
  email: 'Email address',
  send: 'Send',
  sent: 'Sent to {address}.',
  erase: 'Delete my data',
  hint: 'Deletes your conversations, files and details for good, here and for our team.',
  codeSent: 'We’ve sent a code to {address}. Enter it to confirm.',
  code: 'Code',
  confirm: 'Delete everything',
  cancel: 'Cancel',
  wrong: 'That isn’t the code, or it has expired.',
  erased: 'Everything is deleted. Receipt: {id}',
  tooMany: 'Too many attempts. Please try again later.',
  failed: 'That didn’t work. Please try again.',
} as const satisfies Messages;

export const ownDataTexts: Record<Language, Translated<typeof english>> = {
  en: english,
  de: {
    title: 'Ihre Daten',
    copy: 'Diese Unterhaltung per E-Mail erhalten',
    email: 'E-Mail-Adresse',
    send: 'Senden',
    sent: 'Gesendet an {address}.',
    erase: 'Meine Daten löschen',
    hint: 'Löscht Ihre Unterhaltungen, Dateien und Angaben endgültig, hier und bei unserem Team.',
    codeSent: 'Wir haben einen Code an {address} gesendet. Geben Sie ihn zur Bestätigung ein.',
    code: 'Code',
    confirm: 'Alles löschen',
    cancel: 'Abbrechen',
    wrong: 'Das ist nicht der Code, oder er ist abgelaufen.',
    erased: 'Alles ist gelöscht. Beleg: {id}',
    tooMany: 'Zu viele Versuche. Bitte versuchen Sie es später noch einmal.',
    failed: 'Das hat nicht geklappt. Bitte versuchen Sie es noch einmal.',
  },
  fr: {
    title: 'Vos données',
    copy: 'Recevoir cette conversation par e-mail',
    email: 'Adresse e-mail',
    send: 'Envoyer',
    sent: 'Envoyé à {address}.',
    erase: 'Supprimer mes données',
    hint: 'Supprime définitivement vos conversations, fichiers et informations, ici et chez notre équipe.',
    codeSent: 'Nous avons envoyé un code à {address}. Saisissez-le pour confirmer.',
    code: 'Code',
    confirm: 'Tout supprimer',
    cancel: 'Annuler',
    wrong: 'Ce n’est pas le code, ou il a expiré.',
    erased: 'Tout est supprimé. Reçu : {id}',
    tooMany: 'Trop de tentatives. Réessayez plus tard.',
    failed: 'Cela n’a pas fonctionné. Réessayez.',
  },
  es: {
    title: 'Tus datos',
    copy: 'Recibir esta conversación por correo',
    email: 'Correo electrónico',
    send: 'Enviar',
    sent: 'Enviado a {address}.',
    erase: 'Eliminar mis datos',
    hint: 'Elimina para siempre tus conversaciones, archivos y datos, aquí y en nuestro equipo.',
    codeSent: 'Hemos enviado un código a {address}. Introdúcelo para confirmar.',
    code: 'Código',
    confirm: 'Eliminar todo',
    cancel: 'Cancelar',
    wrong: 'Ese no es el código, o ha caducado.',
    erased: 'Se ha eliminado todo. Recibo: {id}',
    tooMany: 'Demasiados intentos. Inténtalo más tarde.',
    failed: 'No ha funcionado. Inténtalo de nuevo.',
  },
  pt: {
    title: 'Seus dados',
    copy: 'Receber esta conversa por e-mail',
    email: 'Endereço de e-mail',
    send: 'Enviar',
    sent: 'Enviado para {address}.',
    erase: 'Excluir meus dados',
    hint: 'Exclui para sempre suas conversas, arquivos e dados, aqui e na nossa equipe.',
    codeSent: 'Enviamos um código para {address}. Digite-o para confirmar.',
    code: 'Código',
    confirm: 'Excluir tudo',
    cancel: 'Cancelar',
    wrong: 'Esse não é o código, ou ele expirou.',
    erased: 'Tudo foi excluído. Recibo: {id}',
    tooMany: 'Muitas tentativas. Tente mais tarde.',
    failed: 'Não funcionou. Tente novamente.',
  },
  it: {
    title: 'I tuoi dati',
    copy: 'Ricevi questa conversazione via email',
    email: 'Indirizzo email',
    send: 'Invia',
    sent: 'Inviata a {address}.',
    erase: 'Elimina i miei dati',
    hint: 'Elimina per sempre le tue conversazioni, i file e i tuoi dati, qui e presso il nostro team.',
    codeSent: 'Abbiamo inviato un codice a {address}. Inseriscilo per confermare.',
    code: 'Codice',
    confirm: 'Elimina tutto',
    cancel: 'Annulla',
    wrong: 'Non è il codice giusto, oppure è scaduto.',
    erased: 'È stato eliminato tutto. Ricevuta: {id}',
    tooMany: 'Troppi tentativi. Riprova più tardi.',
    failed: 'Non ha funzionato. Riprova.',
  },
  nl: {
    title: 'Je gegevens',
    copy: 'Dit gesprek per e-mail ontvangen',
    email: 'E-mailadres',
    send: 'Versturen',
    sent: 'Verstuurd naar {address}.',
    erase: 'Mijn gegevens verwijderen',
    hint: 'Verwijdert je gesprekken, bestanden en gegevens voorgoed, hier en bij ons team.',
    codeSent: 'We hebben een code naar {address} gestuurd. Voer die in om te bevestigen.',
    code: 'Code',
    confirm: 'Alles verwijderen',
    cancel: 'Annuleren',
    wrong: 'Dat is niet de code, of hij is verlopen.',
    erased: 'Alles is verwijderd. Bewijs: {id}',
    tooMany: 'Te veel pogingen. Probeer het later opnieuw.',
    failed: 'Dat is niet gelukt. Probeer het opnieuw.',
  },
  pl: {
    title: 'Twoje dane',
    copy: 'Wyślij mi tę rozmowę e-mailem',
    email: 'Adres e-mail',
    send: 'Wyślij',
    sent: 'Wysłano na adres {address}.',
    erase: 'Usuń moje dane',
    hint: 'Trwale usuwa Twoje rozmowy, pliki i dane, tutaj i u naszego zespołu.',
    codeSent: 'Wysłaliśmy kod na adres {address}. Wpisz go, aby potwierdzić.',
    code: 'Kod',
    confirm: 'Usuń wszystko',
    cancel: 'Anuluj',
    wrong: 'To nie jest ten kod albo wygasł.',
    erased: 'Wszystko usunięto. Potwierdzenie: {id}',
    tooMany: 'Za dużo prób. Spróbuj później.',
    failed: 'Nie udało się. Spróbuj ponownie.',
  },
  tr: {
    title: 'Verileriniz',
    copy: 'Bu görüşmeyi e-postayla gönder',
    email: 'E-posta adresi',
    send: 'Gönder',
    sent: '{address} adresine gönderildi.',
    erase: 'Verilerimi sil',
    hint: 'Görüşmelerinizi, dosyalarınızı ve bilgilerinizi burada ve ekibimizde kalıcı olarak siler.',
    codeSent: '{address} adresine bir kod gönderdik. Onaylamak için kodu girin.',
    code: 'Kod',
    confirm: 'Her şeyi sil',
    cancel: 'İptal',
    wrong: 'Kod yanlış veya süresi dolmuş.',
    erased: 'Her şey silindi. Makbuz: {id}',
    tooMany: 'Çok fazla deneme. Lütfen daha sonra tekrar deneyin.',
    failed: 'Olmadı. Lütfen tekrar deneyin.',
  },
  ja: {
    title: 'お客様のデータ',
    copy: 'この会話をメールで受け取る',
    email: 'メールアドレス',
    send: '送信',
    sent: '{address} に送信しました。',
    erase: 'データを削除',
    hint: '会話、ファイル、お客様の情報を、こちらと担当チームの両方から完全に削除します。',
    codeSent: '{address} にコードを送信しました。確認のため入力してください。',
    code: 'コード',
    confirm: 'すべて削除',
    cancel: 'キャンセル',
    wrong: 'コードが違うか、有効期限が切れています。',
    erased: 'すべて削除しました。受付番号: {id}',
    tooMany: '試行回数が多すぎます。しばらくしてからお試しください。',
    failed: 'うまくいきませんでした。もう一度お試しください。',
  },
  zh: {
    title: '您的数据',
    copy: '将此对话发送到我的邮箱',
    email: '电子邮箱',
    send: '发送',
    sent: '已发送至 {address}。',
    erase: '删除我的数据',
    hint: '永久删除您的对话、文件和个人信息，包括我们团队保存的内容。',
    codeSent: '我们已向 {address} 发送验证码。请输入以确认。',
    code: '验证码',
    confirm: '全部删除',
    cancel: '取消',
    wrong: '验证码不正确或已过期。',
    erased: '已全部删除。回执：{id}',
    tooMany: '尝试次数过多，请稍后再试。',
    failed: '操作未成功，请重试。',
  },
  ar: {
    title: 'بياناتك',
    copy: 'أرسلوا لي هذه المحادثة بالبريد الإلكتروني',
    email: 'عنوان البريد الإلكتروني',
    send: 'إرسال',
    sent: 'أُرسلت إلى {address}.',
    erase: 'حذف بياناتي',
    hint: 'يحذف محادثاتك وملفاتك وبياناتك نهائيًا، هنا ولدى فريقنا.',
    codeSent: 'أرسلنا رمزًا إلى {address}. أدخله للتأكيد.',
    code: 'الرمز',
    confirm: 'حذف كل شيء',
    cancel: 'إلغاء',
    wrong: 'هذا ليس الرمز الصحيح أو انتهت صلاحيته.',
    erased: 'حُذف كل شيء. الإيصال: {id}',
    tooMany: 'محاولات كثيرة. يُرجى المحاولة لاحقًا.',
    failed: 'لم ينجح ذلك. يُرجى المحاولة مرة أخرى.',
  },
};

const styles = `
.own-data { padding: 4px 12px; }
.own-data h3 { margin: 12px 0; font-size: 15px; color: var(--text); }
.own-data section { padding: 14px 0; border-top: 1px solid var(--line); }
.own-data p { margin: 0 0 10px; color: var(--quiet); font-size: 13px; overflow-wrap: anywhere; }
.own-data .field { margin: 0 0 10px; }
.own-data .pill { margin: 0; min-height: 40px; }
.own-data .danger { color: var(--problem); }
.own-data form { display: flex; flex-wrap: wrap; gap: 0 8px; }
.own-data form > :is(p, .field) { flex: 1 0 100%; }
`;

type Page = Pick<WidgetPage, 'launcher' | 'locale' | 'setup'>;
type Words = keyof typeof english;

/** Returns the visitor's data to show in the place of their conversations. */
export function ownData({ launcher: { root }, locale, setup }: Page, talk: Talk): HTMLElement {
  styleOnce(root, styles);
  const t = translator<typeof english>(ownDataTexts[locale.language], locale.tag);

  /** A part with a line about what became of it. */
  function section(...children: Node[]): { element: HTMLElement; tell: (text: string) => void } {
    const status = make('p', { tabIndex: -1 });
    status.role = 'status';
    return {
      element: make('section', {}, ...children, status),
      tell(text) {
        status.textContent = text;
        // The button that had the focus may be gone.
        if (text) status.focus();
      },
    };
  }

  const troubleOf = (error: unknown, codes: Partial<Record<string, Words>> = {}): string => {
    const words = isRefusal(error) ? codes[error.code] : undefined;
    return t(words === undefined || words === 'sent' || words === 'codeSent' || words === 'erased' ? 'failed' : words);
  };
  const limits = { rate_limited: 'tooMany' } as const;

  function copying(): HTMLElement {
    const clientRequestId = newId();
    const address = make('input', { type: 'email', required: true, placeholder: t('email'), ariaLabel: t('email') });
    const isKnown = talk.state.email !== null;
    const form = make('form', {}, ...(isKnown ? [] : [make('div', { className: 'field' }, address)]));
    form.append(make('button', { className: 'pill' }, isKnown ? t('copy') : t('send')));
    const { element, tell } = section(...(isKnown ? [] : [make('p', {}, t('copy'))]), form);
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      void send();
    });
    async function send(): Promise<void> {
      try {
        if (!isKnown && !(await talk.leaveEmail(address.value))) throw new Error();
        const path = `${conversationsPath}/${talk.conversationId}${transcriptPath}`;
        const answer = await talk.visitor?.call<{ to: string }>('POST', path, { clientRequestId });
        form.hidden = true;
        tell(t('sent', { address: answer?.to ?? '' }));
      } catch (error) {
        tell(troubleOf(error, limits));
      }
    }
    return element;
  }

  function erasing(): HTMLElement {
    const hint = make('p', {}, t('hint'));
    const ask = button('pill danger', '', () => void request(), t('erase'));
    const code = make('input', { placeholder: t('code'), ariaLabel: t('code'), inputMode: 'numeric', maxLength: 20 });
    code.autocomplete = 'one-time-code';
    const field = make('div', { className: 'field' }, code);
    const stop = button('pill', '', cancel, t('cancel'));
    const form = make(
      'form',
      { hidden: true },
      field,
      make('button', { className: 'pill danger' }, t('confirm')),
      stop,
    );
    const { element, tell } = section(hint, ask, form);
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      void erase();
    });

    async function request(): Promise<void> {
      try {
        const answer = await talk.visitor?.call<{ codeSentTo: string | null }>('POST', erasurePath, {});
        field.hidden = !answer?.codeSentTo;
        form.hidden = false;
        ask.hidden = true;
        tell(answer?.codeSentTo ? t('codeSent', { address: answer.codeSentTo }) : '');
        (field.hidden ? stop : code).focus();
      } catch (error) {
        tell(troubleOf(error, limits));
      }
    }
    function cancel(): void {
      form.hidden = true;
      ask.hidden = false;
      tell('');
      ask.focus();
    }
    async function erase(): Promise<void> {
      try {
        const receipt = await talk.visitor?.call<ErasureReceipt>('POST', confirmErasurePath, {
          ...(!field.hidden && { code: code.value }),
        });
        form.hidden = hint.hidden = true;
        tell(t('erased', { id: receipt?.receiptId ?? '' }));
      } catch (error) {
        tell(troubleOf(error, { ...limits, wrong_code: 'wrong' }));
      }
    }
    return element;
  }

  return make(
    'div',
    { className: 'own-data' },
    make('h3', {}, t('title')),
    ...(setup.team.mails && talk.conversationId !== null ? [copying()] : []),
    ...(setup.erasure ? [erasing()] : []),
  );
}
