/** @jsxImportSource preact */
import { fill, type View } from './view.ts';

/** Asks where an answer reaches the visitor while the team is away. The browser itself says what is wrong with it. */
export function EmailAsk({ view: { texts, state, talk } }: { view: View }) {
  if (state.email) return <p class="notice">{fill(texts.emailSaved, { email: state.email })}</p>;

  async function save(field: HTMLInputElement | null): Promise<void> {
    if (!field || (await talk.leaveEmail(field.value))) return;
    field.setCustomValidity(texts.emailInvalid);
    field.reportValidity();
  }

  return (
    <form
      class="card"
      onSubmit={(event) => {
        event.preventDefault();
        void save(event.currentTarget.querySelector('input'));
      }}
    >
      <label for="email">{texts.askEmail}</label>
      <div class="field">
        <input
          id="email"
          type="email"
          required
          autocomplete="email"
          placeholder={texts.email}
          maxLength={254}
          onInput={({ currentTarget }) => currentTarget.setCustomValidity('')}
        />
        <button type="submit" class="save">
          {texts.saveEmail}
        </button>
      </div>
    </form>
  );
}
