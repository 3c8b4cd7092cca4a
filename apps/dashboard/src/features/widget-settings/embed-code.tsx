import { setPreference } from '../../preferences/preferences.ts';
import { CopyLine } from '../../ui/copy-line.tsx';
import { Panel } from '../../ui/panel.tsx';

/** The line that puts the widget on a website. */
export function EmbedCode() {
  return (
    <Panel title="Embed code" description="Put this line into the pages of your website, anywhere before </body>.">
      <CopyLine
        text={`<script src="${window.location.origin}/widget.js" async></script>`}
        label="Copy embed code"
        keys="x c"
        onCopied={() => setPreference('embedCodeCopied', true)}
        said="The embed code is on your clipboard."
      />
    </Panel>
  );
}
