/** Elements of formatted text within a message. */
export const richStyles = `
.rich :is(p, ul, ol, pre, blockquote) { margin: 0; }
.rich > * + *, .rich blockquote > * + * { margin-top: 8px; }
.rich :is(ul, ol) { padding-inline-start: 20px; white-space: normal; }
.rich li { white-space: pre-wrap; }
.rich :is(li + li, li > ul, li > ol) { margin-top: 3px; }
.rich blockquote { padding-inline-start: 10px; border-inline-start: 3px solid #8886; opacity: .85; }
.rich code { padding: 1px 4px; border-radius: 5px; background: #8883; font: .9em ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
.rich pre { overflow-x: auto; padding: 8px 10px; border-radius: 10px; background: #8882; direction: ltr; white-space: pre; }
.rich pre code { padding: 0; background: none; }
.rich .file { display: block; margin: 4px 0; }
.rich a { unicode-bidi: isolate; }
`;
