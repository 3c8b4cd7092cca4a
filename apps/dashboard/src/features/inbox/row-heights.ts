/** Every row is as high as the others, so their places are reckoned once and not at every change: inbox.module.css. */
export const rowHeights = { comfortable: 60, compact: 44 };
