import { generate } from './src/generate.ts';
await generate(process.env.DATABASE_URL ?? '', { conversations: 100_000, messages: 1_000_000 });
