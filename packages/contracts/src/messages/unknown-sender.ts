/** Sender name of a message that arrived by an email without any sender's address; clients show it in their language. */
export const unknownSender = 'Unknown sender';
