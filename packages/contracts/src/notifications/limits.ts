/** Seconds after which a push message is sent, unless a dashboard of the user has the focus. */
export const pushAfterSeconds = 10;
/** Seconds after which an unseen notification is mailed. */
export const mailAfterSeconds = 180;
/** Minutes between two mails with notifications to one user. */
export const mailEveryMinutes = 10;
/** Maximum number of alerts by one way in a minute; then one of them stands for the rest. */
export const alertsPerMinute = 12;
/** Days after which notifications are deleted. */
export const notificationDays = 90;
export const notificationsPerPage = 100;
/** Maximum length of a value that a notification carries, in characters. */
export const excerptLength = 200;
