/** From bytes to a client frame, checked against the contract. */
import { ClientFrame } from '@parley/contracts/frames';
import { Compile } from 'typebox/compile';

/** One compiled validator per type: a frame is checked against its own schema only. */
const checks = new Map<string, (frame: object) => frame is ClientFrame>(
  ClientFrame.anyOf.map((schema) => {
    const validator = Compile(schema);
    return [schema.properties.type.const, (frame: object): frame is ClientFrame => validator.Check(frame)];
  }),
);

export type Parsed =
  | { frame: ClientFrame }
  | { problem: 'malformed' | 'unknown_type'; clientMessageId: string | undefined };

/** Never throws, whatever arrives. */
export function parseFrame(data: Buffer, isBinary: boolean): Parsed {
  const value = isBinary ? undefined : fromJson(data);
  if (typeof value !== 'object' || value === null) return { problem: 'malformed', clientMessageId: undefined };
  const check = 'type' in value && typeof value.type === 'string' ? checks.get(value.type) : undefined;
  if (check?.(value)) return { frame: value };
  // Named back, so that the sender knows which of its messages it was.
  const id = 'clientMessageId' in value ? value.clientMessageId : undefined;
  const clientMessageId = typeof id === 'string' && id.length === 36 ? id : undefined;
  return { problem: check ? 'malformed' : 'unknown_type', clientMessageId };
}

function fromJson(data: Buffer): unknown {
  try {
    return JSON.parse(data.toString());
  } catch {
    return undefined;
  }
}
