/** The emoji that a visitor can put into the field: loaded when their button is first pressed. Drawn without Preact. */
import { make, styleOnce } from '../dom.ts';

const emoji =
  '😀 😃 😄 😁 😆 😅 😂 🤣 😊 🙂 🙃 😉 😍 🥰 😘 😋 😜 🤪 🤗 🤭 🤔 🤨 😐 😏 😒 🙄 😬 😴 🤒 🤯 😎 🤓 😕 😟 🙁 😮 😳 🥺 😢 😭 😱 😞 😓 😩 😤 😠 😡 🤬 💩 👻 👽 🤖 ' +
  '👋 ✋ 👌 🤏 ✌️ 🤞 👈 👉 👆 👇 👍 👎 ✊ 👏 🙌 🤝 🙏 💪 🧠 👀 🤦 🤷 🙋 💁 ❤️ 🧡 💛 💚 💙 💜 🖤 💔 💯 💥 🔥 ✨ ⭐ 🌟 ⚡ ' +
  '🎉 🎁 🎈 🎂 🏆 🥇 ⚽ 🎮 🎵 📷 📱 💻 📦 🚚 ✈️ 🚗 🚲 🏠 🏢 🛒 💳 💰 🧾 📅 ⏰ ⌛ 📞 ✉️ 📎 📄 📌 🔑 🔒 🔔 🔍 💡 🔧 ⚙️ ' +
  '✅ ❌ ❗ ❓ ⚠️ ➡️ 🆗 🌍 ☀️ 🌧️ ❄️ 🌈 🌹 🌱 🐶 🐱 🐻 🦊 🐢 🍎 🍕 🍔 🍰 ☕ 🍺 🍷';

const columns = 8;

const styles = `
.emojis { display: grid; grid-template-columns: repeat(${columns}, 1fr); max-height: 176px; overflow-y: auto; margin-bottom: 8px; padding: 6px; border: 1px solid var(--line); border-radius: 14px; }
.emojis button { height: 36px; font-size: 20px; line-height: 1; border-radius: 8px; }
.emojis button:is(:hover, :focus-visible) { background: var(--raised); }
`;

/**
 * Shows the emoji above the form of `field`, or takes them away if they are there. Arrows move, Escape closes them and
 * not the chat; the chosen one goes where the cursor is.
 */
export function toggleEmoji(root: ShadowRoot, field: HTMLTextAreaElement, opener: HTMLButtonElement): void {
  const { form } = field;
  const close = (): void => {
    form?.parentElement?.querySelector('.emojis')?.remove();
    opener.ariaExpanded = 'false';
  };
  if (form?.parentElement?.querySelector('.emojis')) {
    close();
    return;
  }
  styleOnce(root, styles);
  const choose = (each: string): void => {
    field.setRangeText(each, field.selectionStart, field.selectionEnd, 'end');
    field.dispatchEvent(new Event('input'));
    close();
    field.focus();
  };
  const buttons = emoji.split(' ').map((each, index) => {
    const button = make('button', { type: 'button', tabIndex: index ? -1 : 0 }, each);
    button.addEventListener('click', () => choose(each));
    return button;
  });
  const box = make('div', { className: 'emojis', role: 'group', ariaLabel: opener.title }, ...buttons);
  box.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') {
      event.stopPropagation();
      close();
      field.focus();
      return;
    }
    const sideways = getComputedStyle(box).direction === 'rtl' ? -1 : 1;
    const step = { ArrowRight: sideways, ArrowLeft: -sideways, ArrowDown: columns, ArrowUp: -columns }[event.key];
    const next = step && buttons[buttons.findIndex((each) => each === event.target) + step];
    if (!step) return;
    event.preventDefault();
    if (next) next.focus();
  });
  form?.before(box);
  opener.ariaExpanded = 'true';
  buttons[0]?.focus();
}
