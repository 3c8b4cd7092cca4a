/** Push messages to visitors, by a worker file on their website. */

/** Path of a script on the website itself. */
export const pushWorkerPattern = '^/(?:[\\w.~-]+/)*[\\w.~-]+\\.js$';

/** Browsers of one visitor; the oldest makes room for another. */
export const visitorDevicesMax = 5;
/** Seconds after which an unread message is pushed to a visitor who has left the page. */
export const visitorPushAfterSeconds = 10;

/** Message as the worker file receives it. */
export interface VisitorPushMessage {
  /** Conversation: a newer message of it replaces the notification. */
  tag: string;
  title: string;
  body: string;
  /** Page that a press opens. */
  url: string;
  language: string;
}
