/** Every route of the product, by name. The API registers handlers against them, the clients call them. */
export * from './routes/auth.ts';
export * from './routes/bulk.ts';
export * from './routes/conversations.ts';
export * from './routes/data.ts';
export * from './routes/integrations.ts';
export * from './routes/knowledge.ts';
export * from './routes/mail.ts';
export * from './routes/notes.ts';
export * from './routes/overview.ts';
export * from './routes/people.ts';
export * from './routes/reminders.ts';
export * from './routes/settings.ts';
export * from './routes/tags.ts';
export * from './routes/views.ts';
export * from './routes/visitor.ts';
export * from './routes/websites.ts';
