/** Characters of the GSM 7-bit alphabet, and those of its extension, which count twice. 3GPP TS 23.038. */
const basic =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
const extension = '^{}\\[~]|€\f';

/** Returns the number of text messages that a text is sent, and charged, as. */
export function smsSegments(text: string): number {
  if (text === '') return 0;
  let septets = 0;
  for (const character of text) {
    if (basic.includes(character)) septets += 1;
    else if (extension.includes(character)) septets += 2;
    // A single other character makes all of it UTF-16.
    else return text.length <= 70 ? 1 : Math.ceil(text.length / 67);
  }
  return septets <= 160 ? 1 : Math.ceil(septets / 153);
}
