import { widgetWords } from '../../i18n/en/widget.ts';
import { setPreference } from '../../preferences/preferences.ts';
import { CopyLine } from '../../ui/copy-line.tsx';
import { Panel } from '../../ui/panel.tsx';

/** The line that puts the widget on a website. */
export function EmbedCode() {
  return (
    <Panel title={widgetWords('embedCode')} description={widgetWords('embedCodeHint')}>
      <CopyLine
        text={`<script src="${window.location.origin}/widget.js" async></script>`}
        label={widgetWords('copyCode')}
        keys="x c"
        onCopied={() => setPreference('embedCodeCopied', true)}
        description={widgetWords('copiedCode')}
      />
    </Panel>
  );
}
