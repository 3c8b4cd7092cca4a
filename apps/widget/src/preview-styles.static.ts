/** Keeps launcher and chat inside the preview's box, whatever the width of the window. */
export const previewStyles = `
:host { position: absolute !important; inset: 0 !important; z-index: 1 !important; }
.launcher { position: absolute !important; visibility: visible !important; }
.panel { position: absolute !important; inset: auto var(--x, 20px) calc(72px + var(--y, 20px)) auto !important; width: min(384px, 100% - 2 * var(--x, 20px)) !important; height: min(640px, 100% - 92px - var(--y, 20px)) !important; border-radius: 18px !important; }
:host([data-at~=bottom-left]) .panel { inset: auto auto calc(72px + var(--y, 20px)) var(--x, 20px) !important; }
:host([data-at~=top-right]) .panel { inset: calc(72px + var(--y, 20px)) var(--x, 20px) auto auto !important; }
`;
