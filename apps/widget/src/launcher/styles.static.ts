/** Keeps what stands in a corner out of a phone's notch and bars. */
export const safeArea =
  'env(safe-area-inset-top) env(safe-area-inset-right) env(safe-area-inset-bottom) env(safe-area-inset-left)';

/** The host element and its button, as the loader draws them; what they do later is styled with the chat. */
export const launcherStyles = `
:host { all: initial !important; position: fixed !important; z-index: 2147483000 !important; }
:host([hidden]) { display: none !important; }
@media print { :host { display: none !important; } }
.launcher { all: unset; position: fixed; inset: auto var(--x, 20px) var(--y, 20px) auto; margin: ${safeArea}; border-radius: var(--r, 50%); display: grid; grid: 52px / 52px; border: 2px solid #0000; place-items: center; cursor: pointer; background: var(--primary); color: var(--on-primary); box-shadow: 0 0 0 1px #8884, 0 8px 24px -4px #0004; }
:host([data-at~=bottom-left]) .launcher { inset: auto auto var(--y, 20px) var(--x, 20px); }
:host([data-at~=top-right]) .launcher { inset: var(--y, 20px) var(--x, 20px) auto auto; }
.launcher::after { content: var(--text, none); grid-area: 1 / 2; padding-inline-end: 20px; font: 600 15px system-ui; }
.launcher:focus-visible { outline: 2px solid #fff; box-shadow: 0 0 0 5px #111; }
svg { width: 26px; fill: none; stroke: currentColor; stroke-width: 1.8; stroke-linecap: round; stroke-linejoin: round; }
`;
