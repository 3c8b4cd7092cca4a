/** Colours that stay readable whatever primary colour an administrator picks. Ratios: WCAG 2.2, 1.4.3. */

/** The channel of `#rrggbb` that starts at bit `shift`, made linear. */
function linear(hex: string, shift: number): number {
  const share = ((Number.parseInt(hex.slice(1), 16) >> shift) & 255) / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

/** White has a contrast of 4.5 or more up to this luminance, black above it: (1 + 0.05) / 4.5 - 0.05. */
const darkUntil = 0.1833;

/** White where it reads on `background`, black otherwise: one of the two always reaches 4.5. */
export const textOn = (background: string): string =>
  0.2126 * linear(background, 16) + 0.7152 * linear(background, 8) + 0.0722 * linear(background, 0) > darkUntil
    ? '#000'
    : '#fff';
