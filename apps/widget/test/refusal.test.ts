/** Which files the widget refuses at choosing. */
import { expect, it } from 'vitest';
import { refusalOf } from '../src/files/refusal.ts';

const refusal = (name: string, type = '', ...kinds: string[]) => refusalOf({ name, type }, kinds);

it('refuses programs and kinds that the website does not take, and leaves the rest to the server', () => {
  expect(refusal('Setup.EXE', 'application/x-msdownload', 'document')).toBe('program');
  expect(refusal('run.ps1', '', 'document')).toBe('program');
  expect(refusal('all.zip', 'application/zip', 'picture', 'document')).toBe('type');
  expect(refusal('all.zip', 'application/zip', 'archive')).toBeUndefined();
  expect(refusal('film.mp4', 'video/mp4', 'picture')).toBe('type');
  expect(refusal('film.mp4', 'video/mp4', 'video')).toBeUndefined();
  expect(refusal('photo.jpg', 'image/jpeg', 'document')).toBe('type');
  expect(refusal('photo.heic', 'image/heic', 'document')).toBeUndefined();
  expect(refusal('notes', '', 'picture')).toBeUndefined();
});
