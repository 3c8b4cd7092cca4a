import type { FileTexts } from './en.ts';

const texts: FileTexts = {
  files: 'Pliki',
  uploading: 'Przesyłanie…',
  checking: 'Sprawdzanie…',
  remove: 'Usuń {name}',
  open: 'Powiększ {name}',
  save: 'Zapisz {name}',
  close: 'Zamknij obraz',
  tooMany: 'Wiadomość może mieć najwyżej {count} plików.',
  overLimit: 'Większy niż {size}',
  rate_limited: 'To więcej, niż można wysłać jednego dnia',
  files_waiting: 'Najpierw wyślij wiadomość, potem dołącz kolejne pliki',
  notHere: 'Tutaj nie można wysyłać plików',
  later: 'Pliki można wysyłać, gdy ktoś z naszego zespołu odpowie.',
  unavailable: 'Teraz nie możemy przyjmować plików',
  failed: 'Nie przesłano',
  type: 'Plików tego typu nie można wysyłać',
  unreadable: 'Nie można otworzyć tego obrazu',
  too_large: 'Ten obraz ma zbyt wiele pikseli',
  infected: 'Skaner antywirusowy coś znalazł',
  unchecked: 'Nie udało się sprawdzić tego pliku',
  incomplete: 'Ten plik nie dotarł w całości',
  program: 'Nie można wysyłać programów ani skryptów',
  damaged: 'Ten plik jest uszkodzony albo nie jest tym, na co wskazuje nazwa',
  unsafe: 'Otwarcie tego pliku mogłoby wyrządzić szkodę',
  active_content: 'Nie można tu wysyłać plików z aktywną zawartością',
};

export default texts;
