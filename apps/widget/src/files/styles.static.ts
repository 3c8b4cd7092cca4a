/** The style sheet of files, beside the chat's in the shadow root. */
export const fileStyles = `
.file { position: relative; border-radius: 14px; }
.picture { box-shadow: 0 0 0 1px #8883; }
.file :is(canvas, .picture) { position: absolute; inset: 0; }
.file :is(canvas, .picture, img) { width: 100%; height: 100%; border-radius: inherit; overflow: hidden; }
.row { display: flex; align-items: center; gap: 10px; width: 100%; min-height: 58px; padding: 6px 12px; border: 1px solid var(--line); border-radius: 14px; font-size: 14px; text-align: start; }
.said { margin: 4px 2px 0; font-size: 14px; overflow-wrap: anywhere; white-space: pre-line; }
.row:is(button):hover { background: var(--raised); }
.words { flex: 1; min-width: 0; display: grid; }
bdi, bdi > :first-child { overflow: hidden; text-overflow: ellipsis; white-space: pre; }
.words bdi { display: flex; }
bdi > :last-child { flex: none; white-space: pre; }
small { color: var(--quiet); font-size: 12px; }
.wrong small { color: var(--problem); }
progress { width: 100%; height: 8px; accent-color: currentColor; }
.over { position: absolute; inset: 0; padding: 0; }
:is(.over, .picture) .words { position: absolute; inset: auto 0 0; padding: 6px 12px; background: #000a; color: #fff; }
.over small { color: inherit; }
.files ul { max-height: 36cqh; overflow: auto; }
.files li { min-height: 48px; padding: 3px 12px; padding-inline-end: 3px; }
.files :is(li, .status) { margin-bottom: 8px; }
.files .status { white-space: pre-line; overflow-wrap: anywhere; }
.files canvas { width: 36px; height: 36px; object-fit: cover; border-radius: 9px; }
.files:has(li:not(.wrong)) ~ .field .send { background: var(--primary); color: var(--on-primary); cursor: pointer; }
.drop { outline: 3px dashed var(--edge); }
.lightbox { margin: auto; padding: 0; border: 0; border-radius: 14px; background: #111; color: #fff; font: 14px system-ui; }
.lightbox::backdrop { background: #000b; }
img, video, audio { display: block; }
.foot { display: flex; align-items: center; padding-inline-start: 16px; }
.foot bdi { flex: 1; }
.foot .icon { color: inherit; background: none; }
`;
