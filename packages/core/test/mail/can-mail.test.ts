import { defaultSettings, type Settings } from '@parley/contracts/settings/settings';
import { describe, expect, test } from 'vitest';
import { canMailCustomers } from '../../src/mailer/can-mail.ts';

const can = (email: Partial<Settings['emailConfig']>, smtpUrl: string | null = null): Promise<boolean> =>
  canMailCustomers({
    settings: {
      read: async () => ({ ...defaultSettings, emailConfig: { ...defaultSettings.emailConfig, ...email } }),
    },
    external: { smtpUrl },
  });

const server = { smtpHost: 'mail.shop.example', fromEmail: 'support@shop.example' };

describe('the promise of an answer by mail', () => {
  test('it is promised with mail switched on and a server to send it', async () => {
    expect(await can({ enabled: true, ...server })).toBe(true);
    expect(await can({ enabled: true, useInternalEmail: true }, 'smtp://localhost')).toBe(true);
  });

  test.each([
    ['mail is switched off', { enabled: false, ...server }],
    ['the server is missing', { enabled: true, fromEmail: 'support@shop.example' }],
    ['the installation has no mail server of its own', { enabled: true, useInternalEmail: true }],
  ])('it is never promised while %s', async (_why, email) => {
    expect(await can(email)).toBe(false);
  });
});
