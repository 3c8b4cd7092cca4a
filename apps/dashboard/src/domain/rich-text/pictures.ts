/** Pictures between the words of the editor. */
import type { Node } from 'prosemirror-model';
import type { NodeView } from 'prosemirror-view';
import styles from './rich-field.module.css';

export interface ShownPicture {
  address: string;
  isUploading: boolean;
}

/** Draws the pictures; an address may become known after its picture. */
export function createPictures() {
  const drawn = new Set<{ file: string; image: HTMLImageElement }>();
  let pictures: ReadonlyMap<string, ShownPicture> = new Map();
  const showOne = ({ file, image }: { file: string; image: HTMLImageElement }): void => {
    const picture = pictures.get(file);
    if (!picture) return;
    if (image.getAttribute('src') !== picture.address) image.src = picture.address;
    image.toggleAttribute('data-uploading', picture.isUploading);
  };
  return {
    draw({ attrs }: Node): NodeView {
      const image = document.createElement('img');
      const [file, name] = [String(attrs['file']), String(attrs['name'])];
      image.className = styles.picture ?? '';
      image.alt = name;
      image.title = name;
      image.dataset['file'] = file;
      const one = { file, image };
      drawn.add(one);
      showOne(one);
      return { dom: image, destroy: () => void drawn.delete(one) };
    },
    show(known: ReadonlyMap<string, ShownPicture>): void {
      pictures = known;
      drawn.forEach(showOne);
    },
  };
}
