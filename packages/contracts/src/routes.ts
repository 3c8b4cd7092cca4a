/** Every route of the product, by name. The API registers handlers against them, the clients call them. */
export * from './routes/administration.ts';
export * from './routes/auth.ts';
export * from './routes/conversations.ts';
export * from './routes/mail.ts';
export * from './routes/people.ts';
export * from './routes/visitor.ts';
