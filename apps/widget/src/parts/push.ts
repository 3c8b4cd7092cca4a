/**
 * Offers push messages once the team has answered, on websites that have our worker file. Loaded by `replies.ts` there.
 * Drawn without Preact, above the field.
 */
import type { Messages, Translated } from '@parley/contracts/i18n/messages';
import type { Language } from '@parley/contracts/text/languages';
import { pushDevicesPath } from '../contract.static.ts';
import { make, styleOnce } from '../dom.ts';
import type { WidgetPage } from '../loader/widget-page.ts';
import { memoryKey, withStorage } from '../talk/memory.ts';
import type { Talk } from '../talk/talk.ts';

const english = {
  ask: 'Get notified here when we answer, also after you leave this page?',
  yes: 'Notify me',
  no: 'No, thanks',
  on: 'You’ll be notified when we answer.',
  failed: 'Notifications couldn’t be turned on.',
} as const satisfies Messages;

/** The question, and what became of it. */
export const pushTexts: Record<Language, Translated<typeof english>> = {
  en: english,
  de: {
    ask: 'Möchten Sie hier benachrichtigt werden, wenn wir antworten, auch nachdem Sie diese Seite verlassen haben?',
    yes: 'Ja, gern',
    no: 'Nein, danke',
    on: 'Sie werden benachrichtigt, wenn wir antworten.',
    failed: 'Benachrichtigungen konnten nicht eingeschaltet werden.',
  },
  fr: {
    ask: 'Recevoir une notification quand nous répondons, même après avoir quitté cette page ?',
    yes: 'Oui, volontiers',
    no: 'Non, merci',
    on: 'Vous recevrez une notification quand nous répondrons.',
    failed: 'Les notifications n’ont pas pu être activées.',
  },
  es: {
    ask: '¿Quiere recibir un aviso cuando respondamos, también después de salir de esta página?',
    yes: 'Sí, avísenme',
    no: 'No, gracias',
    on: 'Recibirá un aviso cuando respondamos.',
    failed: 'No se pudieron activar los avisos.',
  },
  pt: {
    ask: 'Quer receber um aviso quando respondermos, mesmo depois de sair desta página?',
    yes: 'Sim, quero',
    no: 'Não, obrigado',
    on: 'Você receberá um aviso quando respondermos.',
    failed: 'Não foi possível ativar os avisos.',
  },
  it: {
    ask: 'Vuoi ricevere una notifica quando rispondiamo, anche dopo aver lasciato questa pagina?',
    yes: 'Sì, avvisami',
    no: 'No, grazie',
    on: 'Riceverai una notifica quando rispondiamo.',
    failed: 'Non è stato possibile attivare le notifiche.',
  },
  nl: {
    ask: 'Wil je een melding als we antwoorden, ook nadat je deze pagina hebt verlaten?',
    yes: 'Ja, graag',
    no: 'Nee, bedankt',
    on: 'Je krijgt een melding als we antwoorden.',
    failed: 'Meldingen konden niet worden aangezet.',
  },
  pl: {
    ask: 'Czy powiadomić Cię, gdy odpowiemy, także po opuszczeniu tej strony?',
    yes: 'Tak, poproszę',
    no: 'Nie, dziękuję',
    on: 'Powiadomimy Cię, gdy odpowiemy.',
    failed: 'Nie udało się włączyć powiadomień.',
  },
  tr: {
    ask: 'Bu sayfadan ayrıldıktan sonra da yanıtladığımızda bildirim almak ister misiniz?',
    yes: 'Evet, bildir',
    no: 'Hayır, teşekkürler',
    on: 'Yanıtladığımızda bildirim alacaksınız.',
    failed: 'Bildirimler açılamadı.',
  },
  ja: {
    ask: 'このページを離れた後も、返信があったときに通知を受け取りますか？',
    yes: '通知を受け取る',
    no: '受け取らない',
    on: '返信があると通知が届きます。',
    failed: '通知をオンにできませんでした。',
  },
  zh: {
    ask: '我们回复时，即使您已离开此页面，也要通知您吗？',
    yes: '通知我',
    no: '不用了',
    on: '我们回复时会通知您。',
    failed: '无法开启通知。',
  },
  ar: {
    ask: 'هل تريد إشعارًا عندما نرد، حتى بعد مغادرة هذه الصفحة؟',
    yes: 'نعم، أشعرني',
    no: 'لا، شكرًا',
    on: 'ستتلقى إشعارًا عندما نرد.',
    failed: 'تعذّر تشغيل الإشعارات.',
  },
};

const styles = `
.push { margin: 0 0 10px; }
.push .field { align-items: center; margin-top: 8px; gap: 12px; border: 0; padding: 0; }
.push .save { margin: 0; padding: 0 16px; font-weight: 600; }
`;

/** Milliseconds for the worker file to start. */
const patienceMs = 10_000;

type Page = Pick<WidgetPage, 'host' | 'launcher' | 'locale' | 'setup'>;

/** Returns a function that draws the question when it is due. */
export function startPush({ host, launcher: { root }, locale: { language }, setup }: Page, talk: Talk): () => void {
  const texts = pushTexts[language];
  const key = `${memoryKey(host)}push`;
  const { pushWorker } = setup;
  const box = make('div');
  const { visitor } = talk;
  let isDone = !pushWorker || !('PushManager' in window) || !visitor || Notification.permission === 'denied';
  const finish = (word?: string): void => {
    isDone = true;
    box.replaceChildren(...(word ? [make('p', { className: 'status', role: 'status' }, word)] : []));
  };

  async function subscribe(): Promise<void> {
    if (!pushWorker || !visitor || (await Notification.requestPermission()) !== 'granted') return finish();
    const { publicKey } = await visitor.call<{ publicKey: string }>('GET', pushDevicesPath);
    const { pushManager } = await started(pushWorker);
    const applicationServerKey = bytesOf(publicKey);
    const before = await pushManager.getSubscription();
    // The server’s key may have changed.
    if (String(new Uint8Array(before?.options.applicationServerKey ?? [])) !== String(applicationServerKey))
      await before?.unsubscribe();
    const { endpoint, keys } = (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })).toJSON();
    await visitor.call('POST', pushDevicesPath, { endpoint, keys, publicKey, language });
    withStorage((storage) => storage.setItem(key, 'on'));
    finish(texts.on);
  }

  const decline = (): void => {
    withStorage((storage) => storage.setItem(key, 'no'));
    finish();
  };
  const press = (className: string, text: string, onclick: () => void): HTMLButtonElement =>
    make('button', { type: 'button', className, onclick }, text);

  return () => {
    if (isDone || box.isConnected || talk.state.messages.every(({ senderType }) => senderType === 'customer')) return;
    if (withStorage((storage) => storage.getItem(key))) return finish();
    styleOnce(root, styles);
    box.replaceChildren(
      make(
        'div',
        { className: 'card push' },
        texts.ask,
        make(
          'div',
          { className: 'field' },
          press('save', texts.yes, () => void subscribe().catch(() => finish(texts.failed))),
          press('link', texts.no, decline),
        ),
      ),
    );
    root.querySelector('.files')?.before(box);
  };
}

/** Registers the website’s worker file for a place of its own, where it meets no other worker, and waits for it. */
async function started(pushWorker: string): Promise<ServiceWorkerRegistration> {
  const scope = `${pushWorker.slice(0, -'.js'.length)}/`;
  const registration = await navigator.serviceWorker.register(pushWorker, { scope });
  const worker = registration.installing ?? registration.waiting;
  if (!registration.active && worker)
    await new Promise<void>((resolve, reject) => {
      worker.addEventListener('statechange', () => worker.state === 'activated' && resolve());
      setTimeout(reject, patienceMs);
    });
  return registration;
}

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64.replaceAll('-', '+').replaceAll('_', '/')), (each) => each.charCodeAt(0));
