import type { Settings } from '@parley/contracts/settings/settings';
import type { Preview } from '@parley/widget/preview';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import styles from './widget-preview.module.css';
import { ui } from '../i18n/en/ui.ts';

/** The real widget on a sample page, closed until it is clicked; it answers itself (docs/product.md#widget-settings). */
export function WidgetPreview({ config }: { config: Settings['widgetConfig'] }) {
  const stage = useRef<HTMLDivElement>(null);
  const preview = useRef<Preview | null>(null);
  const [failed, setFailed] = useState(false);
  const currentConfig = useEffectEvent(() => config);

  useEffect(() => {
    let gone = false;
    const mount = async () => {
      const { mountPreview } = await import('@parley/widget/preview');
      if (gone || !stage.current) return;
      preview.current = mountPreview(stage.current, { config: currentConfig(), organisation: 'Support' });
    };
    mount().catch(() => setFailed(true));
    return () => {
      gone = true;
      preview.current?.destroy();
      preview.current = null;
    };
  }, []);
  useEffect(() => preview.current?.update(config), [config]);

  return (
    <div className={styles.page}>
      <div className={styles.sketch} aria-hidden>
        <i />
        <b />
        <b />
        <b />
      </div>
      {failed && <p>{ui('previewNotLoaded')}</p>}
      <div ref={stage} className={styles.stage} data-widget-preview />
    </div>
  );
}
