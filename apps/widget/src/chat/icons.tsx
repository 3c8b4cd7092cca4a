/** @jsxImportSource preact */

/** Drawn in the current colour by the style sheet. */
const Icon = ({ d }: { d: string }) => (
  <svg viewBox="0 0 24 24" aria-hidden="true">
    <path d={d} />
  </svg>
);

export const CloseIcon = () => <Icon d="M6.5 6.5l11 11m0-11l-11 11" />;
export const SendIcon = () => <Icon d="M12 19V5m-6 6l6-6 6 6" />;
export const ClipIcon = () => (
  <Icon d="M20 11.5l-8 8a5 5 0 0 1-7-7l8.5-8.5a3.3 3.3 0 0 1 4.7 4.7L9.7 17.2a1.7 1.7 0 0 1-2.4-2.4l7.4-7.4" />
);
export const DownIcon = () => <Icon d="M6 9.5l6 6 6-6" />;
/** The mark of the assistant: a spark. */
export const SparkIcon = () => <Icon d="M12 3.5l2.2 6.3 6.3 2.2-6.3 2.2-2.2 6.3-2.2-6.3L3.5 12l6.3-2.2z" />;
