/** Finds the number or code of an answer in a text, whatever separates its digits. */
export function hasEvidence(text: string, evidence: string): boolean {
  const plain = text.replaceAll(/(?<=\d)[.,:\s\u00a0\u202f](?=\d)/gu, '');
  return new RegExp(`(?<![\\p{L}\\p{N}])${evidence}(?![\\p{L}\\p{N}])`, 'u').test(plain);
}
