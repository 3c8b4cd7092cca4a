import type { Browser, CDPSession, Page } from 'playwright-core';
/** Waits until every page of the list is loaded, by scrolling to its end; answers how many conversations it has. */
export declare function loadWholeList(page: Page): Promise<number>;
/** Milliseconds from the click on a row to the frame that shows the conversation's newest message. */
export declare function openConversation(page: Page, row: number): Promise<number>;
/** Main-thread milliseconds that `count` events cost each, above what the idle page costs in the same time. */
export declare function costOf(cdp: CDPSession, page: Page, count: number, everyMs: number, event: (index: number) => Promise<unknown>): Promise<number>;
export interface Frames {
    count: number;
    /** Frames that came more than one and a half intervals after the one before. */
    dropped: number;
    worstMs: number;
}
/** Types into the composer, a key every 40 ms, and records the frames meanwhile. */
export declare function typeAndWatch(page: Page, text: string): Promise<Frames>;
/** The same typing in a page that holds nothing but a text area: what the browser itself and the machine leave over. */
export declare function typeIntoEmptyPage(browser: Browser, text: string): Promise<Frames>;
/** Does something while `event` happens every so often. */
export declare function during<T>(everyMs: number, event: (index: number) => Promise<unknown>, act: () => Promise<T>): Promise<T>;
/** Used JavaScript heap after a collection, in bytes. */
export declare function heapBytes(cdp: CDPSession): Promise<number>;
