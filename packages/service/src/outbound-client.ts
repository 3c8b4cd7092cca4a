/** The HTTP library that external calls are made with, and how it connects: a file of its own, loaded by the first call. */
import { Agent, request } from 'undici';
import type { OutboundOptions } from './outbound.ts';
import { guardedLookup } from './public-address.ts';

export interface OutboundClient {
  send: typeof request;
  agent: Agent;
}

/** Connections to addresses that `options` allow, checked at the moment of connecting. */
export function openOutboundClient(options: OutboundOptions): OutboundClient {
  const agent = new Agent({
    connect: { lookup: guardedLookup(options), timeout: 10_000, ...(options.ca ? { ca: options.ca } : {}) },
    pipelining: 1,
    connections: 16,
    keepAliveTimeout: 4_000,
    maxHeaderSize: 16_384,
  });
  return { send: request, agent };
}
