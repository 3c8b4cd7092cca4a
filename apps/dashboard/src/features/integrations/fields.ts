/** Parts that the fields of several channels share. */
import { integrationWords } from '../../i18n/en/integrations.ts';
import { threadWords } from '../../i18n/en/threads.ts';

/** Parsed as an integer (product specification section 5); nonsense is left to the server to refuse. */
export const integerOf = (text: string): number => Number.parseInt(text, 10) || 0;

/** Labels of the fields without which a channel does nothing. */
const names: Readonly<Record<string, (() => string) | undefined>> = {
  smtpHost: () => integrationWords('smtpHost'),
  fromEmail: () => integrationWords('fromEmail'),
  webhookUrl: () => integrationWords('webhookUrl'),
  botToken: () => integrationWords('botToken'),
  websiteId: () => integrationWords('websiteId'),
  appId: () => threadWords('appId'),
  tenantId: () => threadWords('tenantId'),
  clientSecret: () => threadWords('clientSecret'),
  apiKey: () => integrationWords('apiKey'),
  token: () => integrationWords('token'),
  boardId: () => integrationWords('boardId'),
};

/** Returns the label of a needed field. */
export const nameOf = (field: string): string => names[field]?.() ?? field;
