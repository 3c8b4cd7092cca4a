/** The check of a mailbox, its sign-in at a provider, and the clients registered there. */
import type { MailboxCheck, MailConsent } from '@parley/contracts/channels/mailboxes';
import { screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { CheckMailbox } from '../src/features/mailboxes/check-mailbox.tsx';
import { MailboxConsent } from '../src/features/mailboxes/mailbox-consent.tsx';
import { MailClients } from '../src/features/mailboxes/mail-clients.tsx';
import { useSettings } from '../src/forms/settings.ts';
import { settingsAnswers, show } from './screen.tsx';

const mailbox = { id: '0199a000-0000-7000-8000-00000000000a', address: 'support@example.com' };

const check: MailboxCheck = {
  steps: [
    {
      step: 'receiving',
      outcome: 'works',
      message: 'The server announces new email at once.',
      localized: { code: 'mailbox_idle', values: {} },
    },
    { step: 'sending', outcome: 'failed', message: '535 Their own words' },
    {
      step: 'arrival',
      outcome: 'skipped',
      message: 'Not tried, because an earlier step failed.',
      localized: { code: 'check_skipped', values: {} },
    },
    {
      step: 'dmarc',
      outcome: 'warning',
      message: 'DMARC only watches.',
      localized: { code: 'dmarc_none', values: { domain: 'example.com' } },
    },
  ],
  records: [{ step: 'dmarc', type: 'TXT', name: '_dmarc.example.com', value: 'v=DMARC1; p=quarantine' }],
};

describe('the check of a mailbox', () => {
  it('shows each step with its outcome and reason, and the records to add', async () => {
    const { user, sent } = await show(<CheckMailbox mailbox={mailbox} onClose={() => undefined} />, {
      ...settingsAnswers(),
      [`POST /api/mailboxes/${mailbox.id}/check`]: check,
    });
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText('support@example.com')).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Check this mailbox' }));
    const steps = await dialog.findAllByRole('listitem');
    expect(steps.map(({ textContent }) => textContent)).toEqual([
      'ReceivingThe server announces new email at once.',
      'Sending535 Their own words',
      'DeliveryNot tried, because an earlier step failed.',
      'DMARCDMARC only watches.',
    ]);
    expect(dialog.getAllByRole('img').map((icon) => icon.getAttribute('aria-label'))).toEqual([
      'Works',
      'Failed',
      'Not tried',
      'Needs attention',
    ]);
    expect(dialog.getByText('v=DMARC1; p=quarantine')).toBeTruthy();
    expect(dialog.getByRole('button', { name: 'Value: DMARC' })).toBeTruthy();
    expect(dialog.getByRole('button', { name: 'Check again' })).toBeTruthy();
    expect(sent(`POST /api/mailboxes/${mailbox.id}/check`)).toHaveLength(1);
  });
});

describe('the sign-in of a mailbox', () => {
  const path = `/api/mailboxes/${mailbox.id}/oauth`;
  const consent = (change: Partial<MailConsent> = {}): MailConsent => ({
    state: 'missing',
    provider: 'microsoft',
    grantedAt: null,
    device: null,
    ...change,
  });

  it('offers the provider’s page and a code, which is shown until it was entered', async () => {
    let state = consent();
    const device = { userCode: 'WDJB-MJHT', verificationUrl: 'https://microsoft.com/devicelogin', expiresAt: '' };
    const { user } = await show(<MailboxConsent mailbox={mailbox} />, {
      ...settingsAnswers(),
      [`GET ${path}`]: () => state,
      [`POST ${path}/device`]: () => {
        state = consent({ device });
        return device;
      },
    });
    expect(await screen.findByText(/can’t be read/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Sign in at Microsoft' })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Use a code instead' }));
    expect(await screen.findByText('WDJB-MJHT')).toBeTruthy();
    expect(screen.getByRole('link', { name: device.verificationUrl })).toBeTruthy();
    state = consent({ state: 'granted', grantedAt: new Date().toISOString() });
    expect(await screen.findByText(/^Signed in/)).toBeTruthy();
    expect(screen.queryByText('WDJB-MJHT')).toBeNull();
  });

  it('asks for consent again where the provider refused, and ends access', async () => {
    const { user, sent } = await show(<MailboxConsent mailbox={mailbox} />, {
      ...settingsAnswers(),
      [`GET ${path}`]: () => consent({ state: 'refused', provider: 'google', grantedAt: '2026-01-01T00:00:00.000Z' }),
      [`DELETE ${path}`]: null,
    });
    expect(await screen.findByText('Access has ended. Sign in again.')).toBeTruthy();
    // Google's codes give no access to mail.
    expect(screen.queryByRole('button', { name: 'Use a code instead' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'End access' }));
    await vi.waitFor(() => expect(sent(`DELETE ${path}`)).toHaveLength(1));
  });
});

describe('the OAuth clients', () => {
  function Clients() {
    const { data } = useSettings();
    return data ? <MailClients settings={data} /> : null;
  }

  it('are saved with the address that providers redirect to in view', async () => {
    const { user, sent } = await show(<Clients />, settingsAnswers());
    expect(await screen.findByText(/\/api\/mail\/oauth\/callback$/)).toBeTruthy();
    await user.type(screen.getByLabelText('Google client ID'), ' abc.apps ');
    await user.type(screen.getByLabelText('Google client secret'), 'hush');
    await user.click(screen.getByRole('button', { name: /Save/ }));
    await vi.waitFor(() =>
      expect(sent('POST /api/settings')).toMatchObject([
        { mailOauthConfig: { googleClientId: 'abc.apps', googleClientSecret: 'hush' } },
      ]),
    );
  });
});
