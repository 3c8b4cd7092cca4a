/** Waveforms of sounds. */
import { expect, it } from 'vitest';
import { barCount, barsOf, clockOf } from '../src/domain/files/waveform.ts';

it('a bar is the loudest sample of its part, in relation to the loudest of all', () => {
  const samples = new Float32Array(barCount * 10);
  samples[5] = -0.2;
  samples[15] = 0.4;
  const bars = barsOf(samples);
  expect(bars).toHaveLength(barCount);
  expect(bars.slice(0, 3).map((bar) => Number(bar.toFixed(2)))).toEqual([0.5, 1, 0]);
  expect(barsOf(new Float32Array(3)).every((bar) => bar === 0)).toBe(true);
});

it('times are minutes and seconds', () => {
  expect([0, 9.9, 65.2, 3600].map(clockOf)).toEqual(['0:00', '0:09', '1:05', '60:00']);
});
