import { safeArea } from '../launcher/styles.static.ts';

/** Colours on a dark page, or of a website that wants them always. */
const dark = '.outreach-card { --card: #1a1b1e; --words: #ededee; --muted: #a5a9b0; color-scheme: dark; }';

/** The look of what is shown beside the closed chat: above its button, or below one at the top. */
export const cardStyles = `
.outreach { position: fixed; inset: auto var(--x, 20px) calc(72px + var(--y, 20px)) auto; margin: ${safeArea}; z-index: 1; width: min(320px, 100% - 2 * var(--x, 20px)); box-sizing: border-box; display: flex; flex-direction: column; gap: 10px; font: 15px/1.45 system-ui, sans-serif; }
:host([data-at~=bottom-left]) .outreach { inset: auto auto calc(72px + var(--y, 20px)) var(--x, 20px); }
:host([data-at~=top-right]) .outreach { inset: calc(72px + var(--y, 20px)) var(--x, 20px) auto auto; }
.outreach-card { --card: #fff; --words: #17181b; --muted: #5d6168; position: relative; display: flex; gap: 12px; padding: 14px 40px 14px 14px; border-radius: 16px; background: var(--card); color: var(--words); box-shadow: 0 0 0 1px #8883, 0 12px 32px -8px #0004; overflow-wrap: anywhere; text-align: start; animation: outreach .2s; }
[dir=rtl] .outreach-card { padding: 14px 14px 14px 40px; }
.outreach-card button, .outreach-card a { all: unset; cursor: pointer; }
.outreach-card :focus-visible { outline: 2px solid currentColor; outline-offset: 2px; border-radius: 6px; }
.outreach-card .say { flex: 1; min-width: 0; white-space: pre-wrap; }
.outreach-card .say::after { content: ""; position: absolute; inset: 0; }
.outreach-card .say:focus-visible { outline: 0; }
.outreach-card .say:focus-visible::after { outline: 2px solid currentColor; outline-offset: -4px; border-radius: 14px; }
.outreach-card b { display: block; font-size: 13px; font-weight: 600; }
.outreach-card .more { display: block; margin-top: 4px; font-size: 13px; text-decoration: underline; text-underline-offset: 2px; color: var(--muted); }
.outreach-card .face { flex: none; position: relative; display: grid; place-items: center; width: 32px; height: 32px; border-radius: 50%; overflow: hidden; background: var(--primary); color: var(--on-primary); font-size: 13px; font-weight: 600; }
.outreach-card .face img { position: absolute; width: 100%; height: 100%; object-fit: cover; }
.outreach-card .away { position: absolute; top: 6px; inset-inline-end: 6px; z-index: 1; display: grid; place-items: center; width: 28px; height: 28px; border-radius: 50%; color: var(--muted); }
.outreach-card .away:hover { background: #8882; }
.outreach-card .away svg { width: 16px; }
.outreach-card a { display: inline-block; text-decoration: underline; }
@keyframes outreach { from { opacity: 0; transform: translateY(8px); } }
@media (prefers-color-scheme: dark) { :host(:not([data-at~=light])) ${dark} }
:host([data-at~=dark]) ${dark}
@media (prefers-reduced-motion) { .outreach-card { animation: none; } }
@media (forced-colors: active) { .outreach-card { border: 1px solid; } }
@media print { .outreach { display: none; } }
`;
