/** @jsxImportSource preact */
import { Component, createRef } from 'preact';
import { DownIcon } from './icons.tsx';
import { Greeting, Spoken, writerOf, Writing } from './message.tsx';
import { asksEmail, type View } from './view.ts';

/** Closer to the end than this, the log follows new messages by itself. */
const nearEndPixels = 60;

interface LogProps {
  view: View;
}

/** The talk so far. Follows its end unless the visitor has scrolled up; older messages never move what is being read. */
export class Log extends Component<LogProps> {
  readonly #box = createRef<HTMLDivElement>();
  readonly #pill = createRef<HTMLButtonElement>();
  /** Whether the end was in view after the visitor's last scroll. */
  #follows = true;
  /** Where the log was scrolled to: a position that stays the same is no scrolling. */
  #top = 0;
  /** The room that `#follows` was last answered for; none while the chat is closed. */
  #height = 0;

  /** Whether messages wait below what is being read. Not state: it changes while scrolling. */
  #announceMissed(isMissed: boolean): void {
    if (this.#pill.current) this.#pill.current.hidden = !isMissed;
  }

  #fromEnd(): number {
    const box = this.#box.current;
    return box ? box.scrollHeight - box.scrollTop : 0;
  }

  readonly #toEnd = (): void => {
    const box = this.#box.current;
    if (box) {
      box.scrollTop = box.scrollHeight;
      this.#top = box.scrollTop;
    }
    this.#announceMissed(false);
  };

  readonly #scrolled = (): void => {
    const box = this.#box.current;
    // A change of height is no scrolling by the visitor, nor is content that is drawn later.
    if (box?.clientHeight !== this.#height || box.scrollTop === this.#top) return;
    this.#top = box.scrollTop;
    this.#follows = this.#fromEnd() - this.#height < nearEndPixels;
    if (this.#follows) this.#announceMissed(false);
  };

  override componentDidMount(): void {
    const box = this.#box.current;
    if (!box) return;
    // Not every browser lets the keyboard scroll a box that holds nothing to focus.
    box.tabIndex = 0;
    this.#toEnd();
    // A long text that is being written or a phone's keyboard takes its room from the messages; a chat opens at its end.
    new ResizeObserver(() => {
      this.#height = box.clientHeight;
      this.#follows ||= !this.#height;
      if (this.#follows) this.#toEnd();
    }).observe(box);
  }

  override getSnapshotBeforeUpdate(): number {
    // The browser tells of a scroll a frame later.
    this.#scrolled();
    return this.#fromEnd();
  }

  override componentDidUpdate(before: LogProps, _state: unknown, fromEnd: number): void {
    const box = this.#box.current;
    const was = before.view.state.messages;
    const now = this.props.view.state.messages;
    const newest = now.at(-1);
    const isNew = newest !== undefined && newest.key !== was.at(-1)?.key;
    if (this.#follows || (isNew && newest.senderType === 'customer')) this.#toEnd();
    else if (isNew) this.#announceMissed(true);
    else if (box && was[0]?.key !== now[0]?.key) box.scrollTop = box.scrollHeight - fromEnd;
  }

  override render({ view }: LogProps) {
    const { setup, t, state, talk } = view;
    const byAssistant = setup.team.answersFirst === 'ai';
    const waitsForPerson =
      !state.representative &&
      (state.personAsked || (byAssistant && !state.isAiAssisted && state.status === 'waiting'));
    const writer = writerOf(view);
    const newestOwn = state.messages.findLast(({ senderType }) => senderType === 'customer');
    const newest = state.messages.at(-1);
    // The message that reopens it is waiting or being sent.
    const isWriting = newest?.progress?.endsWith('g');
    const arrived =
      state.representative && !state.messages.some((message) => message.senderId === state.representative?.id);
    return (
      <div class="scroll">
        <div ref={this.#box} class="box" role="log" aria-label={t('conversation')} onScroll={this.#scrolled}>
          {state.hasEarlier ? (
            <button type="button" class="pill" onClick={() => void talk.showEarlier()}>
              {t('earlier')}
            </button>
          ) : (
            // The team's own beginning of a conversation is its greeting.
            (!state.messages[0] || state.messages[0].senderType === 'customer') && <Greeting view={view} />
          )}
          {state.messages.map((message, index) => (
            <Spoken key={message.key} view={view} message={message} index={index} isNewestOwn={message === newestOwn} />
          ))}
          {state.status !== 'closed' && state.isAiAssisted && newest?.choices && <div id="choices" key={newest.key} />}
          {(!newest || newest.senderType === 'customer') && <div id="home" key={newest?.key} />}
          {waitsForPerson && <p class="notice">{t('personAsked')}</p>}
          {waitsForPerson && <div id="packet" />}
          {arrived && <p class="notice">{t('answering', { name: state.representative?.name ?? '' })}</p>}
          {state.status === 'closed' && !isWriting && <p class="notice">{t('closed')}</p>}
          {asksEmail(view) && <div id="ask" />}
          <Writing view={view} />
        </div>
        <output class="silent">{writer && !state.reply && t('typing', { name: writer })}</output>
        <button ref={this.#pill} type="button" class="pill new" hidden onClick={this.#toEnd}>
          {t('newMessages')}
          <DownIcon />
        </button>
      </div>
    );
  }
}
