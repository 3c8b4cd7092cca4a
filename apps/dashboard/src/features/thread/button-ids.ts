/** Ids of the thread's buttons that show the visitor, for the screen around it, which loads before the thread. */

/** The button that shows and hides the visitor. */
export const visitorToggle = 'visitor-toggle';

/** The menu's button, which shows the visitor where that has no button of its own. */
export const threadMenu = 'thread-menu';
