import type { FileTexts } from './en.ts';

const texts: FileTexts = {
  files: 'Bestanden',
  uploading: 'Wordt geüpload…',
  checking: 'Wordt gecontroleerd…',
  remove: '{name} verwijderen',
  open: '{name} vergroten',
  save: '{name} opslaan',
  close: 'Afbeelding sluiten',
  tooMany: 'Een bericht bevat hoogstens {count} bestanden.',
  overLimit: 'Groter dan {size}',
  rate_limited: 'Daglimiet bereikt',
  files_waiting: 'Verstuur eerst uw bericht en voeg daarna meer toe',
  notHere: 'Hier kunnen geen bestanden worden verstuurd',
  later: 'Je kunt bestanden versturen zodra iemand van ons team heeft geantwoord.',
  unavailable: 'We kunnen nu geen bestanden aannemen',
  failed: 'Uploaden mislukt',
  type: 'Bestanden van dit type kunnen niet worden verstuurd',
  unreadable: 'Deze afbeelding kan niet worden geopend',
  too_large: 'Resolutie van de afbeelding is te hoog',
  infected: 'De virusscanner heeft een bedreiging gevonden',
  unchecked: 'Dit bestand kon niet worden gescand',
  incomplete: 'Uploaden is onderbroken',
  program: 'Programma’s en scripts kunnen niet worden verzonden',
  damaged: 'Dit bestand is beschadigd of niet wat de naam zegt',
  unsafe: 'Dit bestand kan schade aanrichten als het wordt geopend',
  active_content: 'Bestanden met actieve inhoud kunnen hier niet worden verzonden',
};

export default texts;
