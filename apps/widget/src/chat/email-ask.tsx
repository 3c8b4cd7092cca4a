/** @jsxImportSource preact */
import { Component, createRef } from 'preact';
import type { drawEmailAsk, EmailAsk as Ask } from '../parts/email.ts';
import { assistantAnswers, type View } from './view.ts';

/** Whether an answer had better reach the visitor elsewhere, and can. */
export const asksEmail = (view: View): boolean =>
  view.setup.team.mails && !view.setup.team.isOnline && !assistantAnswers(view);

interface EmailAskProps {
  view: View;
  /** The part that draws it. */
  part: typeof drawEmailAsk;
}

/** The place in the log where the visitor leaves an email address. */
export class EmailAsk extends Component<EmailAskProps> {
  readonly #box = createRef<HTMLDivElement>();
  #draw: ((ask: Ask) => void) | undefined;

  override componentDidMount(): void {
    this.componentDidUpdate();
  }

  override componentDidUpdate(): void {
    const { view, part } = this.props;
    const { t, state, talk } = view;
    const { email } = state;
    if (!this.#box.current) return;
    this.#draw ??= part(this.#box.current);
    this.#draw({
      t,
      email,
      saved: t('emailSaved', { email: email ?? '' }),
      save: (left) => talk.leaveEmail(left),
    });
  }

  override render() {
    return <div ref={this.#box} style={{ display: 'contents' }} />;
  }
}
