/** Copies a chart as a picture: for a slide, a mail or a chat. */
import { saveAs } from '../../ui/save-as.ts';

/** Properties of the drawing's style sheet, which a picture doesn't have. */
const drawn = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'opacity',
  'font-family',
  'font-size',
  'font-weight',
  'text-anchor',
  'direction',
];
const margin = 24;
const headHeight = 44;
const pixels = 2;

/** Returns a copy of a drawing that looks the same without its style sheet, below its title. */
function standingAlone(drawing: SVGSVGElement, title: string): SVGSVGElement {
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  const [originals, copies] = [drawing.querySelectorAll('*'), copy.querySelectorAll('*')];
  for (const [index, original] of originals.entries()) {
    const style = getComputedStyle(original);
    for (const name of drawn) copies[index]?.setAttribute(name, style.getPropertyValue(name));
  }
  const page = getComputedStyle(drawing);
  const [width, height] = [drawing.clientWidth, drawing.clientHeight];
  const isMirrored = page.direction === 'rtl';
  const picture = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  picture.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  picture.setAttribute('width', String(width + 2 * margin));
  picture.setAttribute('height', String(height + headHeight + 2 * margin));
  picture.setAttribute('direction', page.direction);
  const ground = document.createElementNS(picture.namespaceURI, 'rect');
  ground.setAttribute('width', '100%');
  ground.setAttribute('height', '100%');
  ground.setAttribute('fill', getComputedStyle(drawing.closest('section') ?? document.body).backgroundColor);
  const head = document.createElementNS(picture.namespaceURI, 'text');
  head.textContent = title;
  head.setAttribute('x', String(isMirrored ? width + margin : margin));
  head.setAttribute('y', String(margin + 16));
  head.setAttribute('fill', page.color);
  head.setAttribute('font-family', page.fontFamily);
  head.setAttribute('font-size', '15');
  head.setAttribute('font-weight', '600');
  copy.setAttribute('x', String(margin));
  copy.setAttribute('y', String(margin + headHeight));
  picture.append(ground, head, copy);
  return picture;
}

/** Returns the drawing as a PNG with twice as many pixels as on the screen. */
async function pictureOf(drawing: SVGSVGElement, title: string): Promise<Blob> {
  const svg = standingAlone(drawing, title);
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(svg))}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = image.naturalWidth * pixels;
  canvas.height = image.naturalHeight * pixels;
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The picture is too large.'))), 'image/png');
  });
}

/** Copies the picture, or saves it where the browser copies none. Returns which of the two. */
export async function copyPicture(drawing: SVGSVGElement, title: string, name: string): Promise<'copied' | 'saved'> {
  const picture = pictureOf(drawing, title);
  try {
    // Browsers give the clipboard only to a press, so it is asked before the picture is there.
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': picture })]);
    return 'copied';
  } catch {
    saveAs(await picture, `${name}.png`);
    return 'saved';
  }
}
