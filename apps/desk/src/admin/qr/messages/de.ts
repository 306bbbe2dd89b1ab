import type { Texts } from '#ui/language/texts.ts'
import type en from './en.ts'
import type { places as englishPlaces } from './en.ts'

export const places = {
  qrCodes: {
    name: 'QR-Codes',
    missing: 'Noch führt kein Aufkleber zu einer Einrichtung, also kann niemand melden.',
  },
  qrStudio: {
    name: 'Aufkleber drucken',
  },
} satisfies Texts<typeof englishPlaces>

export default {
  what: 'Was drucken',
  wholeBuilding: 'Ein ganzes Gebäude',
  oneBatch: 'Einen Vorrat freier Codes',
  singleCodes: 'Einzelne Codes',
  codesChosen: '{count, plural, one {# Code gewählt.} other {# Codes gewählt.}}',
  codesHelp: 'Wählen Sie Einrichtungen in der Liste aus und drucken Sie dann:',
  chooseOthers: 'Andere wählen',
  batch: 'Vorrat',
  batchHelp: 'Sein Name, wie in der Liste der QR-Codes.',
  batchLeftOut: 'Ein Name dafür; ohne wird er aus dem Tag gebildet.',
  template: 'Bogen',
  templates: {
    'label-8': '8 Etiketten auf A4',
    'label-12': '12 Etiketten auf A4',
    'label-21': '21 Etiketten auf A4',
    'label-24': '24 Etiketten auf A4',
    'label-40': '40 Etiketten auf A4',
    'label-65': '65 Etiketten auf A4',
    'poster-a4': 'Aushang A4',
    'poster-a5': 'Aushang A5',
    'poster-a6': 'Aushang A6',
  },
  start: 'Beginnen mit Etikett',
  startHelp: 'Für einen angebrochenen Bogen; 1 ist oben links.',
  languages: 'Sprachen auf dem Aufkleber',
  languagesHelp: 'Eine oder zwei. Die Seite dahinter spricht alle.',
  preview: 'Vorschau',
  previewLabel: 'Die erste Seite des Bogens',
  scaleHelp: 'Die erste Seite. Drucken Sie mit 100 %, ohne Anpassen an die Seite.',
  download: 'PDF herunterladen',
  chooseFirst: 'Wählen Sie, was gedruckt wird',
  chooseHelp: 'Die Vorschau erscheint hier.',
  stock: 'Vorrat an Codes anlegen',
  stockHelp:
    'Freie Codes zum Drucken im Voraus. Jeder wird später mit seiner Einrichtung verknüpft, in der Liste oder vor Ort.',
  createStock: '{count, plural, one {# Code anlegen} other {# Codes anlegen}}',
  stockRange: 'Zwischen 1 und 500.',
  howMany: 'Wie viele',
  code: 'Code',
  states: {
    LINKED: 'Verknüpft',
    FREE: 'Frei',
    RETIRED: 'Ersetzt',
  },
  scans: 'Scans',
  mounted: 'Angebracht seit',
  scanned: 'Gescannt',
  notMounted: 'Nicht angebracht',
  markMounted: 'Ist angebracht',
  search: 'Codes durchsuchen',
  noneTitle: 'Noch keine QR-Codes',
  noneHelp:
    'Jede neue Einrichtung bekommt einen. Sie können auch einen Vorrat anlegen und später verknüpfen.',
  link: 'Mit einer Einrichtung verknüpfen',
  relink: 'Mit einer anderen Einrichtung verknüpfen',
  linkTitle: '{code} verknüpfen',
  codeThere: 'Dort hängt schon {code}. Der Code führt dann nirgendwohin.',
  amenityNeeded: 'Wählen Sie eine Einrichtung.',
  unlink: 'Verknüpfung lösen',
  unlinkHelp: 'Der Aufkleber führt dann nicht mehr zu {name}. Er kann wieder verknüpft werden.',
} satisfies Texts<typeof en>
