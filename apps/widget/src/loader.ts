/** Entry point of `<script src="https://HOST/widget.js" async>`. */
import { loadWidget } from './loader/load.ts';

try {
  loadWidget();
} catch {
  // A browser too old for the chat gets none; whatever happens, nothing is thrown into the page.
}
