/** @jsxImportSource preact */
import { Avatar } from './avatar.tsx';
import { CloseIcon } from './icons.tsx';
import { momentOf } from './time.ts';
import { assistantAnswers, type View } from './view.ts';

/** Describes what keeps the visitor from the server; undefined if nothing does. */
function troubleOf({ t, state: { link }, isReached }: View): string | undefined {
  if (!navigator.onLine) return t('offline');
  return link === 'offline' || link === 'reconnecting' || link === 'failed'
    ? t(link)
    : isReached || link === 'online'
      ? undefined
      : t('failed');
}

/** Shows the answering person or assistant, and whether the team is online. */
export function Header({ view, close }: { view: View; close: () => void }) {
  const { setup, t, state, locale } = view;
  const { isOnline, backAt } = setup.team;
  const byAssistant = assistantAnswers(view);
  const representative = state.representative;
  const trouble = troubleOf(view);
  const presence = byAssistant
    ? t('assistant')
    : isOnline
      ? t('here')
      : backAt
        ? t('backAt', { time: momentOf(backAt, locale.tag) })
        : t('away');
  return (
    <header>
      <Avatar
        name={representative?.name ?? setup.organisation}
        url={representative ? representative.profileImageUrl : setup.avatarUrl}
        isAssistant={byAssistant}
      />
      <div class="who">
        <h2 id="title">{representative?.name ?? setup.organisation}</h2>
        <p role="status">
          <i class={!trouble && (isOnline || byAssistant) ? 'dot on' : 'dot'} />
          {trouble ?? presence}
        </p>
      </div>
      {setup.help && (
        <button type="button" class="icon" aria-label={t('help')} onClick={view.help}>
          ?
        </button>
      )}
      <button type="button" class="icon" aria-label={t('close')} onClick={close}>
        <CloseIcon />
      </button>
    </header>
  );
}
