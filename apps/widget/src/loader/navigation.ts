/** Notices that a single-page site shows another page. */

/** How often the address is looked at where the browser tells of no change. */
const lookMs = 300;

/** Calls `changed` after every navigation that keeps the document; nothing of the page is touched. */
export function onNavigation(changed: () => void): void {
  if ('navigation' in window) {
    window.navigation.addEventListener('currententrychange', changed);
    return;
  }
  let seen = location.href;
  setInterval(() => {
    if (seen !== location.href) changed();
    seen = location.href;
  }, lookMs);
}
