/** Which of a Redis Cluster's 16384 slots a key belongs to. https://redis.io/docs/latest/operate/oss_and_stack/reference/cluster-spec/ */

/** CRC-16/XMODEM of each byte value. */
const table = Uint16Array.from({ length: 256 }, (_, byte) => {
  let crc = byte << 8;
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1;
  return crc;
});

/** The slot of a key or sharded channel; of its `{tag}` alone when it has one. */
export function clusterSlot(key: string): number {
  const open = key.indexOf('{');
  const close = open < 0 ? -1 : key.indexOf('}', open);
  const hashed = close > open + 1 ? key.slice(open + 1, close) : key;
  let crc = 0;
  for (const byte of Buffer.from(hashed)) crc = ((crc << 8) & 0xffff) ^ (table[(crc >> 8) ^ byte] ?? 0);
  return crc % 16_384;
}
