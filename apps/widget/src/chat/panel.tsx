/** @jsxImportSource preact */
import type { RefObject } from 'preact';
import { Composer } from './composer.tsx';
import { Header } from './header.tsx';
import { Log } from './log.tsx';
import { assistantAnswers, type View } from './view.ts';

export interface PanelProps {
  view: View;
  close: () => void;
  panel: RefObject<HTMLDialogElement | null>;
  field: RefObject<HTMLTextAreaElement | null>;
}

/** The whole chat. */
export function Panel({ view, close, panel, field }: PanelProps) {
  const { t, state, locale, talk } = view;
  const isCutOff = state.link === 'offline' || state.link === 'failed';
  return (
    <dialog
      ref={panel}
      class="panel"
      aria-labelledby="title"
      lang={locale.language}
      dir={locale.language === 'ar' ? 'rtl' : 'ltr'}
    >
      <Header view={view} close={close} />
      <Log view={view} />
      <footer>
        <output class="link-state">{state.isBlocked ? t('blocked') : isCutOff && t('kept')}</output>
        {!state.isBlocked && (
          <>
            {assistantAnswers(view) && state.messages.length > 0 && !state.messages.at(-1)?.question && (
              <button type="button" class="pill person" onClick={() => void talk.requestPerson()}>
                {t('person')}
              </button>
            )}
            <div class="files" />
            <Composer view={view} field={field} />
          </>
        )}
      </footer>
    </dialog>
  );
}
