import type { FileTexts } from './en.ts';

const texts: FileTexts = {
  files: 'Pliki',
  uploading: 'Przesyłanie…',
  checking: 'Sprawdzanie…',
  remove: 'Usuń {name}',
  open: 'Powiększ {name}',
  save: 'Zapisz {name}',
  close: 'Zamknij obraz',
  tooMany: 'Maksymalna liczba plików w wiadomości: {count}.',
  overLimit: 'Większy niż {size}',
  rate_limited: 'Osiągnięto dzienny limit',
  files_waiting: 'Najpierw wyślij wiadomość, potem dołącz kolejne pliki',
  notHere: 'Tutaj nie można wysyłać plików',
  later: 'Pliki można wysyłać, gdy ktoś z naszego zespołu odpowie.',
  unavailable: 'Teraz nie możemy przyjmować plików',
  failed: 'Nie udało się przesłać',
  type: 'Plików tego typu nie można wysłać',
  unreadable: 'Nie można otworzyć tego obrazu',
  too_large: 'Rozdzielczość tego obrazu jest zbyt wysoka',
  infected: 'Skaner antywirusowy wykrył zagrożenie',
  unchecked: 'Nie udało się przeskanować tego pliku',
  incomplete: 'Przesyłanie zostało przerwane',
  program: 'Nie można wysyłać programów ani skryptów',
  damaged: 'Ten plik jest uszkodzony albo nie jest tym, na co wskazuje nazwa',
  unsafe: 'Otwarcie tego pliku może być szkodliwe',
  active_content: 'Nie można tu wysyłać plików z aktywną zawartością',
};

export default texts;
