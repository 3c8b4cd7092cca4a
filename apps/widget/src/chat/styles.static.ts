import { safeArea } from '../launcher/styles.static.ts';

/** Colours on a dark page, or of a website that wants them always. */
const dark =
  '{ --surface: #1a1b1e; --raised: #2a2c30; --text: #ededee; --quiet: #a5a9b0; --line: #303237; --edge: #74787f; --problem: #ff9d94; color-scheme: dark; }';

/**
 * The chat's style sheet, beside the launcher's in the shadow root. Sides are logical so that it mirrors itself; general
 * rules weigh nothing (`:where`) so that a class is always enough.
 */
export const chatStyles = `
:where(*) { box-sizing: border-box; margin: 0; padding: 0; }
:where(button, input, textarea) { font: inherit; color: inherit; border: 0; background: none; border-radius: 20px; -webkit-tap-highlight-color: transparent; }
:where(button) { cursor: pointer; }
:where(svg) { width: 20px; display: block; }
[hidden] { display: none !important; }

.panel {
  --surface: #fff; --raised: #f1f2f4; --text: #17181b; --quiet: #5d6168; --line: #e7e8eb; --edge: #8d929a; --problem: #b3261e;
  position: fixed;
  inset: auto var(--x, 20px) calc(72px + var(--y, 20px)) auto;
  margin: ${safeArea};
  width: min(384px, 100% - 2 * var(--x, 20px));
  max-width: none;
  height: min(640px, 100% - 92px - var(--y, 20px));
  max-height: none;
  container-type: size;
  border: 0;
  outline: 0;
  overflow: hidden;
  border-radius: 18px;
  background: var(--surface);
  color: var(--text);
  box-shadow: 0 0 0 1px #8883, 0 20px 56px -12px #0005;
  font: 15px/1.45 system-ui, sans-serif;
  -webkit-text-size-adjust: 100%;
  animation: fade .15s;
}
.panel[open] { display: flex; flex-direction: column; }
.panel::backdrop { background: none; }
:host([data-at~=bottom-left]) .panel { inset: auto auto calc(72px + var(--y, 20px)) var(--x, 20px); }
:host([data-at~=top-right]) .panel { inset: calc(72px + var(--y, 20px)) var(--x, 20px) auto auto; }
.panel :focus-visible { outline: 2px solid var(--text); outline-offset: 2px; }
.silent { position: absolute; clip-path: inset(50%); white-space: nowrap; }
.status.problem { color: var(--problem); }
.status:empty { display: none; }
#wrong { text-align: center; margin-bottom: 8px; }
.who p, .day, .name, .status, .notice, .link-state { color: var(--quiet); font-size: 13px; }

header, .who p, .pill, .dots { display: flex; align-items: center; gap: 6px; }
header { gap: 12px; padding: 14px; border-bottom: 1px solid var(--line); }
.who { flex: 1; min-width: 0; }
h2 { font-size: 16px; font-weight: 600; line-height: 1.3; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.dot { width: 7px; height: 7px; border-radius: 50%; background: #9a9fa7; }
.on { background: #2f9e5b; }
.avatar, .icon, .send { flex: none; display: grid; place-items: center; width: 40px; height: 40px; border-radius: 50%; }
.icon { color: var(--quiet); }
:is(.icon, .pill):hover { background: var(--raised); }
.avatar, .send, .save, .own .bubble, .new.new { background: var(--primary); color: var(--on-primary); box-shadow: 0 0 0 1px #8883; }
.avatar { text-transform: uppercase; position: relative; overflow: hidden; font-size: 15px; font-weight: 600; }
.avatar img { position: absolute; width: 100%; height: 100%; object-fit: cover; }
.message .avatar { position: absolute; inset-inline-start: 0; bottom: 20px; width: 28px; height: 28px; font-size: 11px; }
.message .avatar svg { width: 16px; }
.avatar:not(:has(~ .status)) { bottom: 0; }

.scroll { position: relative; flex: 1; min-height: 0; }
.box { height: 100%; overflow: hidden auto; overscroll-behavior: contain; overflow-anchor: none; padding: 16px 14px; display: flex; flex-direction: column; }
.panel .box:focus-visible { outline-offset: -3px; }
.day { align-self: center; padding: 16px 0 10px; }
.day::first-letter { text-transform: uppercase; }
.since { align-self: stretch; display: flex; align-items: center; gap: 10px; }
.since::before, .since::after { content: ''; flex: 1; height: 1px; background: var(--line); }
.message { position: relative; display: flex; flex-direction: column; align-items: flex-start; align-self: flex-start; max-width: 93%; margin-top: 3px; padding-inline-start: 38px; }
.first { margin-top: 12px; }
.day + .message, .message:first-child { margin-top: 0; }
.own { align-self: flex-end; align-items: flex-end; max-width: 84%; padding: 0; }
.name { margin: 0 2px 4px; }
.bubble { max-width: 100%; padding: 9px 14px; border-radius: 18px; overflow-wrap: anywhere; white-space: pre-wrap; background: var(--raised); }
.message:not(.first) .bubble { border-start-start-radius: 6px; }
.message:not(.last) .bubble { border-end-start-radius: 6px; }
.own:not(.first) .bubble { border-radius: 18px; border-start-end-radius: 6px; }
.own:not(.last) .bubble { border-end-start-radius: 18px; border-end-end-radius: 6px; }
.file { width: 264px; max-width: 100%; min-height: 58px; margin-top: 3px; }
.bubble a { color: inherit; }
.panel .own a { outline-color: currentcolor; }
.status { margin: 3px 4px 0; font-size: 12px; line-height: 17px; }
.source { margin-inline-start: 4px; font-size: 11px; vertical-align: super; }
.link { text-decoration: underline; font-weight: 600; padding: 4px 0; }
.notice { align-self: center; max-width: 88%; margin-top: 14px; text-align: center; text-wrap: balance; overflow-wrap: anywhere; }
.streaming::after { content: '▍'; animation: fade .6s infinite alternate; }
.dots { height: 22px; gap: 4px; }
.dots i { width: 6px; height: 6px; border-radius: 50%; background: var(--quiet); animation: fade .6s infinite alternate; }
.dots i + i { animation-delay: .2s; }
.dots i + i + i { animation-delay: .4s; }

.pill { align-self: center; margin-bottom: 8px; padding: 6px 14px; font-size: 13px; font-weight: 500; box-shadow: 0 0 0 1px var(--line); }
.pill svg { width: 15px; }
.new.new { position: absolute; inset: auto 0 10px; width: max-content; margin: auto; box-shadow: 0 2px 10px #0004; }
.card { margin-top: 14px; padding: 14px; border: 1px solid var(--line); border-radius: 14px; font-size: 14px; }
.field { display: flex; align-items: flex-end; border: 1px solid var(--edge); border-radius: 22px; }
.field:focus-within { border-color: var(--text); box-shadow: 0 0 0 .5px var(--text); }
.field :is(textarea, input) { flex: 1; min-width: 0; padding: 9px 16px; font-size: 16px; line-height: 24px; max-height: min(132px, 40cqh); resize: none; unicode-bidi: plaintext; }
.panel .field :is(textarea, input) { outline: none; }
::placeholder { color: var(--quiet); }
.send, .save { height: 34px; margin: 4px; }
.send, .clip { width: 34px; }
.clip { height: 34px; margin: 4px; margin-inline-end: -12px; }
:placeholder-shown + .send { background: var(--raised); color: var(--quiet); cursor: default; }
footer { padding: 0 12px calc(12px + env(safe-area-inset-bottom)); }
.link-state { margin-bottom: 10px; }
.link-state:not(:empty) { display: block; padding: 4px; text-align: center; }
.person { margin: 0 auto 10px; }

.launcher:hover { filter: brightness(1.1); }
.launcher * { grid-area: 1 / 1; transition: .2s; }
[aria-expanded=true] > svg, [aria-expanded=false] div > svg { opacity: 0; transform: rotate(60deg) scale(.6); }
.unread { position: absolute; top: -3px; inset-inline-end: -3px; min-width: 20px; padding: 0 6px; border-radius: 10px; background: #c62828; color: #fff; font: 600 12px/20px system-ui, sans-serif; text-align: center; box-shadow: 0 0 0 2px #fff; }

@keyframes fade { from { opacity: .3; } }
@media (prefers-color-scheme: dark) {
  :host(:not([data-at~=light])) .panel ${dark}
}
:host([data-at~=dark]) .panel ${dark}
@media (max-width: 480px), (max-height: 440px) {
  :host([data-at]) .panel { inset: var(--seen-top, 0) 0 auto; margin: 0; width: 100%; height: var(--seen-height, 100%); border-radius: 0; padding-top: env(safe-area-inset-top); }
  [aria-expanded=true] { visibility: hidden; }
}
@container (max-height: 260px) {
  .panel:has(.field :focus) :is(header, .person) { display: none; }
}
@media (prefers-reduced-motion) { *, ::after { animation: none !important; transition: none !important; } }
@media (forced-colors: active) { .panel, .bubble, .send, .save { border: 1px solid; } }
`;
