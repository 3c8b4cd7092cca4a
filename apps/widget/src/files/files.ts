/**
 * Files that visitors send and are sent. Drawn without Preact, into places that the chat leaves for it, so that it needs
 * nothing of the chat.
 */
import { translator } from '@parley/contracts/i18n/messages';
import { createUploads, type Upload } from '@parley/client/uploads';
import { attachmentsPerMessageMax } from '@parley/contracts/messages/limits';
import type { Upload as Announced } from '@parley/contracts/routes/uploads';
import type { View } from '../chat/view.ts';
import { uploadsPath } from '../contract.static.ts';
import type { FileMessages, FileTexts } from '../file-texts/en.ts';
import type { Locale } from '../locales.ts';
import type { Enclosed, Talk } from '../talk/talk.ts';
import type { Visitor } from '../talk/visitor.ts';
import { addStyles } from '../launcher/launcher.ts';
import { createLinks } from './links.ts';
import { drawPlaces } from './places.ts';
import { refusalOf } from './refusal.ts';
import { fileStyles } from './styles.static.ts';
import { createWaiting } from './waiting.ts';
import { codeOf } from './words.ts';

export interface FilesOptions {
  /** The installation's origin. */
  host: string;
  root: ShadowRoot;
  talk: Talk & { readonly visitor: Visitor };
  /** Draws the chat again. */
  draw: () => void;
  newId: () => string;
  locale: Locale;
  part: (name: string) => Promise<{ default: FileTexts }>;
  /** In storage while files wait; also what the store is called that keeps them. */
  filesKey: string;
}

export interface Files {
  /** Something is to go with the next message. */
  readonly isWaiting: boolean;
  /** Adds them to the next message, or says why not. */
  add(files: readonly File[]): void;
  /** Returns the files for the message that is being sent. */
  take(): Enclosed | undefined;
  /** A message is not sent after all: its files wait for the next one. */
  putBack(key: string): void;
  draw(view: View): void;
}

/** Time without drag events after which the drag has left the page. */
const dragMs = 500;

/** Storage may be forbidden or full: files then live as long as the page. */
function guarded(step: () => unknown): void {
  try {
    step();
  } catch {
    // Nothing to do: see above.
  }
}

/** Starts what draws and sends files; what an earlier page has left goes on. */
export async function startFiles(options: FilesOptions): Promise<Files> {
  const { host, root, talk, draw: drawChat, filesKey, newId, part } = options;
  let { locale } = options;
  const translate = async ({ language, tag }: Locale) =>
    translator<FileMessages>((await part(`files_${language}`)).default, tag);
  let t = await translate(locale);
  addStyles(root, fileStyles);
  let { visitor } = talk;
  let view: View;
  let dragging: ReturnType<typeof setTimeout> | undefined;

  const forget = (): void => guarded(() => indexedDB.deleteDatabase(filesKey));
  // Deletes the files left by a visitor who was forgotten since.
  guarded(() => localStorage.getItem(filesKey) ?? forget());
  const uploads = createUploads({
    storeName: filesKey,
    announce: async (file) => (await visitor.call<Announced>('POST', uploadsPath, file)).attachment.id,
    urlOf: (id) => `${host}${uploadsPath}/${id}/content`,
    isPassing: (error) => !codeOf(error),
    cancel: (id) => visitor.call('DELETE', `${uploadsPath}/${id}`),
    headers: async () => ({ authorization: `Bearer ${(await visitor.session()).token}` }),
    changed,
  });
  const links = createLinks(host, talk, drawChat);
  const waiting = createWaiting(root, uploads, drawChat);
  const filesOf = (messageId?: string, of = uploads.list): Upload[] =>
    of.filter((each) => each.messageId === messageId);

  /** A message goes once all of its files are announced, and is stuck where one cannot be, or is `lost`. */
  function settle(isLost: (key: string, count: number) => boolean): void {
    for (const { key, awaitsFiles, attachments = [] } of talk.state.messages) {
      if (!awaitsFiles) continue;
      const files = filesOf(key);
      const known = files.flatMap(({ announced }) => (announced ? { id: announced } : []));
      if (known.length === attachments.length) talk.complete(key, known);
      else if (files.some(({ error, announced }) => error && !announced) || isLost(key, attachments.length))
        talk.complete(key);
    }
  }

  function changed(): void {
    settle(() => false);
    drawChat();
  }

  void uploads.restored.then((kept) => {
    if (!kept.length && !uploads.list.length) guarded(() => localStorage.removeItem(filesKey));
    settle((key, count) => filesOf(key, kept).length < count && filesOf(key).length < count);
  });

  root.addEventListener('dragover', (event) => {
    const panel = root.querySelector('.panel');
    panel?.classList.toggle('drop', event.defaultPrevented);
    clearTimeout(dragging);
    dragging = setTimeout(() => panel?.classList.remove('drop'), dragMs);
  });

  return {
    get isWaiting() {
      return filesOf().some(({ error }) => !error);
    },
    add(files) {
      const { setup, state } = view;
      const isEarly =
        setup.files?.when === 'after_answer' &&
        !state.hasEarlier &&
        !state.messages.some(({ senderType }) => senderType === 'representative');
      const fitting: File[] = [];
      const complaints: string[] = [];
      for (const file of files) {
        const reason = refusalOf(file, setup.files?.kinds ?? []);
        // The name keeps its direction within a sentence of the other one.
        if (reason) complaints.push(`\u2068${file.name}\u2069: ${t(reason)}`);
        else fitting.push(file);
      }
      const room = attachmentsPerMessageMax - filesOf().length;
      if (fitting.length > room) complaints.push(t('tooMany', { count: attachmentsPerMessageMax }));
      waiting.complain(isEarly ? t('later') : complaints.join('\n'));
      if (isEarly) return;
      if (fitting.length) guarded(() => localStorage.setItem(filesKey, '1'));
      // The chat lets a browser choose by itself only where that is always so.
      else if (!files.length && setup.files?.when !== 'always')
        root.querySelector<HTMLElement>('input[type=file]')?.click();
      uploads.add('', fitting.slice(0, room));
    },
    take() {
      const clientMessageId = newId();
      const files = uploads.take('', clientMessageId);
      waiting.complain('');
      if (!files.length) return undefined;
      const awaitsFiles = files.some(({ announced }) => !announced);
      const attachments = files.map(({ announced, key }) => ({ id: announced ?? key }));
      return { clientMessageId, more: { attachments }, ...(awaitsFiles && { awaitsFiles }) };
    },
    putBack: uploads.putBack,
    draw(current) {
      view = current;
      if (visitor !== talk.visitor) {
        // The visitor has changed.
        for (const { key } of uploads.list) uploads.remove(key);
        ({ visitor } = talk);
        forget();
      }
      if (locale.language !== current.locale.language) {
        ({ locale } = current);
        void translate(locale).then((translated) => {
          t = translated;
          drawChat();
        });
      }
      const drawing = { view, t };
      waiting.draw(filesOf(), drawing);
      drawPlaces({ root, uploads, links, draw: drawChat }, drawing);
    },
  };
}
