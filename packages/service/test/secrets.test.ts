import { SignJWT } from 'jose';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createSecrets, DecryptionFailed, randomToken } from '../src/secrets.ts';

const first = 'first secret '.repeat(3);
const second = 'second secret '.repeat(3);
const before = createSecrets({ APP_SECRET: first });
const rotated = createSecrets({ APP_SECRET: second, APP_SECRET_PREVIOUS: first });
const after = createSecrets({ APP_SECRET: second });

describe('encryption', () => {
  test('any text comes back, and is never encrypted the same way twice', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const encrypted = before.encrypt(text);
        expect(before.decrypt(encrypted)).toBe(text);
        expect(before.encrypt(text)).not.toBe(encrypted);
      }),
      { numRuns: 100 },
    );
  });

  test('a changed text, another purpose or a cut one is refused', () => {
    const encrypted = before.encrypt('smtp password');
    const [version, id, body = ''] = encrypted.split('.');
    const bytes = Buffer.from(body, 'base64url');
    for (let position = 0; position < bytes.length; position += 1) {
      const changed = Buffer.from(bytes);
      changed[position] = (changed[position] ?? 0) ^ 1;
      expect(() => before.decrypt(`${version}.${id}.${changed.toString('base64url')}`)).toThrow(DecryptionFailed);
    }
    expect(() => before.decrypt(encrypted, 'something else')).toThrow(DecryptionFailed);
    for (const wrong of ['', 'plain text', 'v1', `v1.${id}`, `v1.${id}.`, `v1.${id}.AAAA`, encrypted.slice(0, -30)]) {
      expect(() => before.decrypt(wrong)).toThrow(DecryptionFailed);
    }
  });

  test('old texts are read after a change of the secret and marked for renewal, until the old secret is dropped', () => {
    const encrypted = before.encrypt('smtp password');
    expect(before.needsRotation(encrypted)).toBe(false);
    expect(rotated.decrypt(encrypted)).toBe('smtp password');
    expect(rotated.needsRotation(encrypted)).toBe(true);
    const again = rotated.encrypt('smtp password');
    expect(rotated.needsRotation(again)).toBe(false);
    expect(after.decrypt(again)).toBe('smtp password');
    expect(() => after.decrypt(encrypted)).toThrow('neither APP_SECRET nor its previous');
  });
});

describe('signatures', () => {
  test('they are valid for their text, purpose and secret only', () => {
    const signature = before.sign('reply address', 'conversation 1');
    expect(signature).toMatch(/^[\w-]{43}$/);
    expect(before.verify('reply address', 'conversation 1', signature)).toBe(true);
    expect(before.verify('reply address', 'conversation 2', signature)).toBe(false);
    expect(before.verify('unsubscribe', 'conversation 1', signature)).toBe(false);
    expect(after.verify('reply address', 'conversation 1', signature)).toBe(false);
    for (const wrong of ['', 'x', signature.slice(1), `${signature}AAAA`]) {
      expect(before.verify('reply address', 'conversation 1', wrong)).toBe(false);
    }
  });

  test('signatures of the previous secret are accepted, and never made', () => {
    const signature = before.sign('reply address', 'conversation 1');
    expect(rotated.verify('reply address', 'conversation 1', signature)).toBe(true);
    expect(rotated.sign('reply address', 'conversation 1')).toBe(after.sign('reply address', 'conversation 1'));
  });

  test('keys are per purpose, the current one first', () => {
    expect(before.keys('session')).toHaveLength(1);
    expect(rotated.keys('session')).toEqual([...after.keys('session'), ...before.keys('session')]);
    expect(before.keys('session')).not.toEqual(before.keys('other'));
    expect(before.keys('session')[0]).toHaveLength(32);
  });
});

describe('visitor tokens', () => {
  const visitor = {
    visitorId: '01960d2c-5f3a-7c41-9a53-2f6d1c0b7e11',
    websiteId: '01960d2c-5f3a-7c41-9a53-2f6d1c0b7e12',
  };

  test('they identify their visitor', async () => {
    expect(before.verifyVisitorToken(before.issueVisitorToken(visitor))).toEqual(visitor);
  });

  test('tokens of the previous secret are accepted until it is dropped', async () => {
    const token = before.issueVisitorToken(visitor);
    expect(rotated.verifyVisitorToken(token)).toEqual(visitor);
    expect(after.verifyVisitorToken(token)).toBeNull();
  });

  test('forged, changed, expired, unsigned and other tokens are nobody’s', async () => {
    const token = before.issueVisitorToken(visitor);
    const [header, payload = '', signature] = token.split('.');
    const other = Buffer.from(
      JSON.stringify({ ...JSON.parse(Buffer.from(payload, 'base64url').toString()), sub: 'someone' }),
    );
    const unsigned = Buffer.from(JSON.stringify({ alg: 'none' })).toString('base64url');
    const [key] = before.keys('visitor token');
    const signed = (jwt: SignJWT): Promise<string> => jwt.setProtectedHeader({ alg: 'HS256' }).sign(key);
    const wrong = [
      '',
      'x',
      'a.b.c',
      `${header}.${other.toString('base64url')}.${signature}`,
      `${unsigned}.${payload}.`,
      await signed(
        new SignJWT({ website: 'w' }).setSubject('v').setAudience('parley-visitor').setExpirationTime('-1s'),
      ),
      await signed(new SignJWT({ website: 'w' }).setSubject('v').setAudience('another').setExpirationTime('1h')),
      await signed(new SignJWT({}).setSubject('v').setAudience('parley-visitor').setExpirationTime('1h')),
      await signed(new SignJWT({ website: 'w' }).setAudience('parley-visitor').setExpirationTime('1h')),
      'x'.repeat(100_000),
    ];
    for (const each of wrong) expect(before.verifyVisitorToken(each)).toBeNull();
  });
});

test('random tokens are long and never the same', () => {
  expect(randomToken()).toMatch(/^[\w-]{43}$/);
  expect(new Set(Array.from({ length: 1_000 }, () => randomToken(16))).size).toBe(1_000);
});
