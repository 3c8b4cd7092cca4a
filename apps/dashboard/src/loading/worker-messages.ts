/** Message of a page to the service worker. */
export type ToWorker =
  | { type: 'activate' }
  /** Notifications that were read in the page; all of them without tags. */
  | { type: 'read'; tags?: readonly string[]; unread: number };

/** Message of the service worker to pages. */
export type FromWorker = { type: 'go'; path: string } | { type: 'shown'; tag: string };
