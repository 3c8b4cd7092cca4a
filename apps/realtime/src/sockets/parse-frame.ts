/** From bytes to a client frame, checked against the contract. */
import { canonical } from '@parley/contracts/text/canonical';
import { ClientFrame } from '@parley/contracts/frames';
import { type ErrorCode, Problem } from '@parley/contracts/problems';
import { refuseUnstorableText } from '@parley/contracts/text/text';
import { hasDuplicateKeys } from '@parley/service/json';
import { Compile } from 'typebox/compile';

/**
 * Compiled check per type, which returns the frame in its one form: each frame is checked against its own schema only.
 */
const checks = new Map<string, (frame: object) => ClientFrame | undefined>(
  ClientFrame.anyOf.map((schema) => {
    const validator = Compile(schema);
    const inOneForm = canonical(schema);
    const check = (frame: object): ClientFrame | undefined => {
      inOneForm?.(frame);
      return validator.Check(frame) ? frame : undefined;
    };
    return [schema.properties.type.const, check];
  }),
);

/** Why something that arrived is no frame. */
export interface InvalidFrame {
  code: Extract<ErrorCode, 'malformed' | 'unknown_type' | 'invalid'>;
  message: string;
  /** Named back, so that the sender knows which of its messages it was. */
  clientMessageId: string | undefined;
}

export type ParsedFrame = { frame: ClientFrame } | { invalid: InvalidFrame };

/** Never throws, whatever arrives. What bodies over HTTP are refused for, frames are too. */
export function parseFrame(data: Buffer, isBinary: boolean): ParsedFrame {
  const value = isBinary ? undefined : fromJson(data.toString());
  if (typeof value !== 'object' || value === null) return malformed(undefined);
  const id = 'clientMessageId' in value ? value.clientMessageId : undefined;
  const clientMessageId = typeof id === 'string' && id.length === 36 ? id : undefined;
  const check = 'type' in value && typeof value.type === 'string' ? checks.get(value.type) : undefined;
  if (!check) return { invalid: { code: 'unknown_type', message: 'There is no frame of this type.', clientMessageId } };
  const frame = check(value);
  if (!frame) return malformed(clientMessageId);
  try {
    refuseUnstorableText(frame);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { invalid: { code: 'invalid', message: error.message, clientMessageId } };
  }
  return { frame };
}

const malformed = (clientMessageId: string | undefined): ParsedFrame => ({
  invalid: { code: 'malformed', message: 'This is not a frame of the protocol.', clientMessageId },
});

function fromJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return hasDuplicateKeys(text, value) ? undefined : value;
  } catch {
    return undefined;
  }
}
