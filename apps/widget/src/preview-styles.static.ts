/** Keeps launcher and chat inside the preview's box, whatever the width of the window. */
export const previewStyles = `
:host { position: absolute !important; inset: 0 !important; z-index: 1 !important; }
.launcher { position: absolute !important; visibility: visible !important; }
.panel { position: absolute !important; inset: auto 20px 92px auto !important; width: min(384px, 100% - 40px) !important; height: min(640px, 100% - 112px) !important; border-radius: 18px !important; }
:host([data-at=bottom-left]) .panel { inset: auto auto 92px 20px !important; }
:host([data-at=top-right]) .panel { inset: 92px 20px auto auto !important; }
`;
