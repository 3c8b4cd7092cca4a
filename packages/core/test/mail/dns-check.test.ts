import { describe, expect, test } from 'vitest';
import { checkDkim, checkDmarc, checkSpf, type DnsResolver, signaturesOf } from '../../src/mail/dns-check.ts';

/** DNS with these TXT records and addresses; everything else doesn't exist. */
function dnsWith(txt: Record<string, string[]>, addresses: Record<string, string[]> = {}): DnsResolver {
  const answer = <T>(found: T | undefined): Promise<T> =>
    found === undefined
      ? Promise.reject(Object.assign(new Error('queryTxt ENODATA'), { code: 'ENODATA' }))
      : Promise.resolve(found);
  return {
    resolveTxt: (name) => answer(txt[name]?.map((record) => [record.slice(0, 20), record.slice(20)])),
    resolve4: (name) => answer(addresses[name]),
    resolve6: () => answer<string[]>(undefined),
    resolveMx: () => answer<{ exchange: string }[]>(undefined),
  };
}

const codeOf = ({ step }: { step: { localized?: { code: string } } }) => step.localized?.code;

describe('SPF', () => {
  const check = (records: string[] | undefined, host = 'smtp.gmail.com', addresses = {}) =>
    checkSpf(
      dnsWith(
        { ...(records && { 'shop.example': records }), 'spf.host.example': ['v=spf1 a:mx.host.example -all'] },
        addresses,
      ),
      'shop.example',
      host,
    );

  test('a domain without a record gets one that names the provider’s servers', async () => {
    const found = await check(undefined);
    expect(codeOf(found)).toBe('spf_missing');
    expect(found.record).toEqual({
      step: 'spf',
      type: 'TXT',
      name: 'shop.example',
      value: 'v=spf1 mx include:_spf.google.com ~all',
    });
    expect(codeOf(await check(['google-site-verification=x']))).toBe('spf_missing');
  });

  test('a record that names them works, also by an include or by the host’s address', async () => {
    expect(codeOf(await check(['v=spf1 include:_spf.google.com ~all']))).toBe('spf_ok');
    const addresses = { 'mail.shop.example': ['192.0.2.7'], 'mx.host.example': ['192.0.2.7'] };
    expect(codeOf(await check(['v=spf1 include:spf.host.example -all'], 'mail.shop.example', addresses))).toBe(
      'spf_ok',
    );
    expect(codeOf(await check(['v=spf1 ip4:192.0.2.7 -all'], 'mail.shop.example', addresses))).toBe('spf_ok');
  });

  test('without a server that sends nothing is asked', async () => {
    expect(await check(undefined, '')).toMatchObject({ step: { outcome: 'skipped' }, record: null });
  });

  test('another record keeps its parts and gets the missing one', async () => {
    const found = await check(['v=spf1 include:sendgrid.net -all']);
    expect(codeOf(found)).toBe('spf_other');
    expect(found.record?.value).toBe('v=spf1 include:sendgrid.net include:_spf.google.com ~all');
  });

  test('several records are merged, and one that lets everybody send is named', async () => {
    const several = await check(['v=spf1 mx -all', 'v=spf1 include:_spf.google.com ~all']);
    expect(codeOf(several)).toBe('spf_several');
    expect(several.record?.value).toBe('v=spf1 mx include:_spf.google.com ~all');
    expect(codeOf(await check(['v=spf1 include:_spf.google.com +all']))).toBe('spf_open');
  });

  test('records that include each other end, and DNS that can’t be read is no missing record', async () => {
    const looping = dnsWith({ 'shop.example': ['v=spf1 include:shop.example -all'] });
    expect(codeOf(await checkSpf(looping, 'shop.example', 'smtp.gmail.com'))).toBe('spf_other');
    const broken = { ...looping, resolveTxt: () => Promise.reject(Object.assign(new Error(), { code: 'ETIMEOUT' })) };
    const found = await checkSpf(broken, 'shop.example', 'smtp.gmail.com');
    expect(codeOf(found)).toBe('dns_unreadable');
    expect(found.record).toBeNull();
  });
});

describe('DKIM', () => {
  const mail = Buffer.from(
    [
      'DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed;',
      '\td=Shop.example; s=key1; bh=abc=; b=s=d',
      'DKIM-Signature: v=1; d=relay.example; s=r1; b=x',
      'Subject: x',
      '',
      'DKIM-Signature: v=1; d=body.example; s=no; b=x',
    ].join('\r\n'),
  );

  test('the signatures of a mail are read from its header alone', () => {
    expect(signaturesOf(mail)).toEqual([
      { domain: 'shop.example', selector: 'key1' },
      { domain: 'relay.example', selector: 'r1' },
    ]);
  });

  test('a signature counts for its own domain and its subdomains', () => {
    expect(codeOf(checkDkim('shop.example', signaturesOf(mail)))).toBe('dkim_ok');
    expect(codeOf(checkDkim('help.shop.example', signaturesOf(mail)))).toBe('dkim_ok');
    expect(codeOf(checkDkim('other.example', signaturesOf(mail)))).toBe('dkim_other');
    expect(codeOf(checkDkim('other.example', []))).toBe('dkim_missing');
    expect(codeOf(checkDkim('other.example', undefined))).toBe('dkim_unknown');
  });
});

describe('DMARC', () => {
  const check = (txt: Record<string, string[]>) => checkDmarc(dnsWith(txt), 'help.shop.example', 'help@shop.example');

  test('a missing record is shown as it should be added, and that of the domain above counts', async () => {
    const missing = await check({});
    expect(codeOf(missing)).toBe('dmarc_missing');
    expect(missing.record).toMatchObject({
      name: '_dmarc.help.shop.example',
      value: 'v=DMARC1; p=none; rua=mailto:help@shop.example',
    });
    expect(codeOf(await check({ '_dmarc.shop.example': ['v=DMARC1; p=reject'] }))).toBe('dmarc_ok');
  });

  test('a record that only watches is shown with a policy, its other parts kept', async () => {
    const found = await check({ '_dmarc.shop.example': ['v=DMARC1; p=none; rua=mailto:x@shop.example'] });
    expect(codeOf(found)).toBe('dmarc_none');
    expect(found.record).toMatchObject({
      name: '_dmarc.shop.example',
      value: 'v=DMARC1; p=quarantine; rua=mailto:x@shop.example',
    });
  });
});
