/** @jsxImportSource preact */
import { unknownSender } from '@parley/contracts/messages/unknown-sender';
import { type ComponentChildren, h } from 'preact';
import type { TalkFile, TalkMessage } from '../talk/talk.ts';
import { Avatar } from './avatar.tsx';
import { linked } from './links.tsx';
import { dayOf, sameDay, timeOf } from './time.ts';
import type { View } from './view.ts';

/** Messages of one sender within this time stand together under one name and one time. */
const togetherMs = 5 * 60_000;
const together = (one: TalkMessage | undefined, other: TalkMessage | undefined): boolean | undefined =>
  one &&
  other &&
  one.senderType === other.senderType &&
  one.senderId === other.senderId &&
  othersName(one) === othersName(other) &&
  Date.parse(other.createdAt) - Date.parse(one.createdAt) < togetherMs;

/**
 * Returns the name of another person who wrote a message on the visitor's side: by email, which has a name with the
 * address, or none.
 */
const othersName = ({ senderType, senderName }: TalkMessage): string | false =>
  senderType === 'customer' && (!!senderName?.includes('@') || senderName === unknownSender) && senderName;

interface SpokenProps {
  view: View;
  message: TalkMessage;
  index: number;
  isNewestOwn: boolean;
}

/** A message of either side, under its day where that begins. */
export function Spoken({ view, message, index, isNewestOwn }: SpokenProps) {
  const { t, state, locale, setup } = view;
  const { senderType, senderId, createdAt, progress } = message;
  const { representative, messages } = state;
  const attachments = message.removedAt ? undefined : message.attachments;
  const before = messages[index - 1];
  const own = senderType === 'customer';
  const other = othersName(message);
  const name =
    (other === unknownSender ? t('unknownSender') : other) ||
    (own ? t('you') : senderType === 'ai' ? t('assistant') : (message.senderName ?? setup.organisation));
  const isFirst = !together(before, message);
  const isLast = !together(message, messages[index + 1]);
  // An own message's progress is told under the newest one, and wherever it is stuck.
  const isStuck = progress === 'failed' || progress === 'waiting';
  if (message.movedTo) return null;
  return (
    <>
      {!(before && sameDay(before.createdAt, createdAt)) && <p class="day">{dayOf(createdAt, locale.tag)}</p>}
      {message.key === view.newFrom && <p class="day since">{t('newMessages')}</p>}
      <div id={message.id} class={`message${own ? ' own' : ''}${isFirst ? ' first' : ''}${isLast ? ' last' : ''}`}>
        {!own && isLast && (
          <Avatar
            name={name}
            url={senderId && senderId === representative?.id ? representative.profileImageUrl : setup.avatarUrl}
            isAssistant={senderType === 'ai'}
          />
        )}
        {isFirst && <p class={own && !other ? 'silent' : 'name'}>{name}</p>}
        {(message.content || !attachments) && (
          <div class="bubble" dir="auto">
            {message.removedAt ? (
              <i>{t('removed')}</i>
            ) : message.markdown && view.formatted ? (
              view.formatted(h, message)
            ) : (
              linked(message.content)
            )}
            {message.sources?.map(({ title, url }, at) => (
              <a
                key={url}
                class="source"
                href={url}
                title={title}
                aria-label={title}
                target="_blank"
                rel="noopener noreferrer"
              >
                {at + 1}
              </a>
            ))}
          </div>
        )}
        {attachments?.map((file) => message.markdown?.includes(file.id) || <Place key={file.id} file={file} />)}
        {progress === 'failed' ? (
          <p class="status problem">
            {t('notSent')}{' '}
            <button type="button" class="link" onClick={() => view.talk.retry(message.key)}>
              {t('retry')}
            </button>{' '}
            <button type="button" class="link" onClick={() => view.edit(message)}>
              {t('edit')}
            </button>
          </p>
        ) : (
          (isLast || isStuck || message.editedAt || message.original) && (
            <p class="status">
              <time dateTime={createdAt}>{timeOf(createdAt, locale.tag)}</time>
              {progress && (isNewestOwn || isStuck) && ` · ${t(progress)}`}
              {message.editedAt && ` · ${t('edited')}`}
              {message.original && ` · ${t('translated')}`}
            </p>
          )
        )}
      </div>
    </>
  );
}

/** Reserves the final size of a file until the code that draws files has arrived, so that nothing jumps. */
const Place = ({ file: { id, thumbnails } }: { file: TalkFile }) => {
  const small = thumbnails?.small;
  return (
    <div
      id={id}
      class="file"
      style={small && { width: small.width, minHeight: 0, aspectRatio: `${small.width}/${small.height}` }}
    />
  );
};

interface TheirsProps {
  name: string;
  url?: string | null | undefined;
  isAssistant: boolean;
  /** Not for screen readers. */
  isSilent?: boolean;
  children: ComponentChildren;
}

/** Something of the team's that stands alone. */
const Theirs = ({ name, isSilent, children, ...picture }: TheirsProps) => (
  <div class="message first last" aria-hidden={isSilent}>
    <Avatar name={name} {...picture} />
    <p class="name">{name}</p>
    <div class="bubble" dir="auto">
      {children}
    </div>
  </div>
);

/** Opening text of a chat that the visitor begins; no stored message. */
export function Greeting({ view: { t, locale, setup, opening } }: { view: View }) {
  const isAssistant = setup.team.answersFirst === 'ai';
  const { text, ...from } = opening ?? {
    name: isAssistant ? t('assistant') : setup.organisation,
    url: setup.avatarUrl,
    isAssistant,
    text: setup.welcomeMessages?.[locale.language] || setup.welcomeMessage,
  };
  return <Theirs {...from}>{linked(text)}</Theirs>;
}

/** Returns the name of the current writer; null without one. */
export function writerOf({ state: { typing, reply }, t, setup }: View): string | null {
  if (reply || typing?.senderType === 'ai') return t('assistant');
  return typing && (typing.senderName ?? setup.organisation);
}

/** Shows the reply being written. It stays out of the announced log: only finished messages are read aloud. */
export function Writing({ view }: { view: View }) {
  const { reply, representative } = view.state;
  const name = writerOf(view);
  if (!name) return null;
  return (
    <Theirs name={name} url={representative?.profileImageUrl} isAssistant={name === view.t('assistant')} isSilent>
      {reply?.text ? (
        <span class="streaming">{reply.text}</span>
      ) : (
        <span class="dots">
          <i />
          <i />
          <i />
        </span>
      )}
    </Theirs>
  );
}
