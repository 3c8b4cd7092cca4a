/** A chat element: `deep-chat`, bundled as its users bundle it. */
import { build } from 'esbuild';

/**
 * Bundles one script that draws a plain button in the corner, for the package has none; the element is made when it is
 * clicked, which is kinder to it than its own guide. Everything is in the package, so that it is complete after
 * opening.
 */
export async function bundleDeepChat(): Promise<string> {
  const { outputFiles } = await build({
    stdin: {
      resolveDir: import.meta.dirname,
      contents: `
        import 'deep-chat';
        const button = document.createElement('button');
        button.id = 'launcher';
        button.ariaLabel = 'Open chat';
        button.style.cssText = 'position:fixed;bottom:20px;right:20px;width:56px;height:56px;border-radius:50%';
        button.onclick = () => {
          const chat = document.createElement('deep-chat');
          chat.style.cssText = 'position:fixed;inset:0;width:100%;height:100%';
          chat.connect = { url: '/answer' };
          chat.history = [{ role: 'ai', text: 'Hi! How can we help you today?' }];
          document.body.append(chat);
        };
        document.body.append(button);`,
    },
    bundle: true,
    minify: true,
    format: 'iife',
    write: false,
    logLevel: 'error',
  });
  return outputFiles[0]?.text ?? '';
}
