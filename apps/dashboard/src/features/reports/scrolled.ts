/** Returns the properties of a box that may scroll: reached by Tab, so that arrow keys scroll it. */
export const scrolled = (label: string) => ({ tabIndex: 0, role: 'group', 'aria-label': label }) as const;
