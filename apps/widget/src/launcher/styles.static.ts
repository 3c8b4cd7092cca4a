/** Keeps what stands in a corner out of a phone's notch and bars. */
export const safeArea =
  'env(safe-area-inset-top) env(safe-area-inset-right) env(safe-area-inset-bottom) env(safe-area-inset-left)';

/** The host element and its button, as the loader draws them; what they do later is styled with the chat. */
export const launcherStyles = `
:host { all: initial !important; position: fixed !important; z-index: 2147483000 !important; }
:host([hidden]) { display: none !important; }
@media print { :host { display: none !important; } }
.launcher { all: unset; position: fixed; inset: auto 20px 20px auto; margin: ${safeArea}; width: 56px; height: 56px; border-radius: 50%; display: grid; place-items: center; cursor: pointer; background: var(--primary); color: var(--on-primary); box-shadow: 0 0 0 1px #8884, 0 8px 24px -4px #0004; -webkit-tap-highlight-color: #0000; }
:host([data-at=bottom-left]) .launcher { inset: auto auto 20px 20px; }
:host([data-at=top-right]) .launcher { inset: 20px 20px auto auto; }
.launcher:focus-visible { outline: 2px solid #fff; box-shadow: 0 0 0 5px #111; }
svg { width: 26px; fill: none; stroke: currentColor; stroke-width: 1.8; stroke-linecap: round; stroke-linejoin: round; }
@media (forced-colors: active) { .launcher { border: 2px solid; } }
`;
