/** An MCP server over streamable HTTP, made with the official SDK: it can look up a parcel, and send one back. */
import { createServer } from 'node:http';
import { createMcpHandler, fromJsonSchema, McpServer } from '@modelcontextprotocol/server';
import { listen } from './listen.ts';

export interface ParcelServer {
  /** Address of the MCP server. */
  url: string;
  /** Calls made, with their arguments. */
  calls: { name: string; arguments: unknown }[];
  /** Headers of each HTTP request. */
  headers: Record<string, string | string[] | undefined>[];
  /** Tools offered from now on: parcels by another argument, or no such tool. */
  tracks: 'by_parcel' | 'by_number' | 'nothing';
  close(): Promise<void>;
}

const ParcelNumber = fromJsonSchema<{ number: string }>({
  type: 'object',
  properties: { number: { type: 'string', maxLength: 20 } },
  required: ['number'],
});
const Parcel = fromJsonSchema<{ parcel: string }>({
  type: 'object',
  properties: { parcel: { type: 'string', maxLength: 20 } },
  required: ['parcel'],
});

/** Starts one on a free port of 127.0.0.1. */
export async function startParcelServer(): Promise<ParcelServer> {
  const calls: ParcelServer['calls'] = [];
  const headers: ParcelServer['headers'] = [];
  const handler = createMcpHandler(() => {
    const server = new McpServer({ name: 'parcels', version: '1.0.0' });
    const about = { description: 'Where a parcel is', annotations: { readOnlyHint: true } };
    const track = (args: object, parcel: string) => {
      calls.push({ name: 'track_parcel', arguments: args });
      return { content: [{ type: 'text' as const, text: JSON.stringify({ parcel, place: 'Rotterdam depot' }) }] };
    };
    if (parcels.tracks === 'by_parcel')
      server.registerTool('track_parcel', { ...about, inputSchema: Parcel }, (args) => track(args, args.parcel));
    if (parcels.tracks === 'by_number')
      server.registerTool('track_parcel', { ...about, inputSchema: ParcelNumber }, (args) => track(args, args.number));
    server.registerTool('return_parcel', { description: 'Sends a parcel back', inputSchema: Parcel }, (args) => {
      calls.push({ name: 'return_parcel', arguments: args });
      return { content: [{ type: 'text', text: 'It goes back.' }] };
    });
    return server;
  });
  const server = createServer((request, response) => {
    void (async () => {
      headers.push(request.headers);
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(Buffer.from(chunk));
      const given = Object.entries(request.headers).map(([name, value]) => [name, String(value)]);
      const answer = await handler.fetch(
        new Request(`http://${request.headers.host}${request.url}`, {
          method: request.method ?? 'POST',
          headers: Object.fromEntries(given),
          ...(request.method === 'POST' && { body: Buffer.concat(chunks) }),
        }),
      );
      response.writeHead(answer.status, Object.fromEntries(answer.headers));
      response.end(Buffer.from(await answer.arrayBuffer()));
    })().catch(() => response.destroy());
  });
  const listener = await listen(server);
  const parcels: ParcelServer = {
    url: `${listener.url}/mcp`,
    calls,
    headers,
    tracks: 'by_parcel',
    close: () => listener.close(),
  };
  return parcels;
}
