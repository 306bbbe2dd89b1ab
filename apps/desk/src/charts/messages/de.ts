import type { Texts } from '#ui/language/texts.ts'
import type en from './en.ts'

export default {
  chart: 'Diagramm',
  hint: 'Pfeiltasten gehen von Wert zu Wert, die Eingabetaste öffnet die Zeilen dahinter.',
  openRows: 'Zeilen zeigen',
  asTable: 'Als Tabelle',
  how: 'Wie gezählt',
  howOf: 'Wie gezählt: „{figure}“',

  trendLabel:
    '{name}, {n, plural, one {# Bewertung} other {# Bewertungen}}; die Tabelle darunter enthält jeden Wert',
  mostOfStep: 'höchstens {count, plural, one {# Meldung} other {# Meldungen}}',
  hollow: 'Hohle Punkte: weniger als 5 Bewertungen. Balken: Meldungen.',
  band: 'Das Band ist, wo jeder Durchschnitt wohl liegt (95 %).',
  saidMean: '{when}: {average}, n = {n}. {count, plural, one {# Meldung} other {# Meldungen}}.',
  saidBetween:
    '{when}: {average}, wohl zwischen {low} und {high}, n = {n}. {count, plural, one {# Meldung} other {# Meldungen}}.',
  saidFew: '{when}: {average}, n = {n}, zu wenige. {count, plural, one {# Meldung} other {# Meldungen}}.',
  saidNone: '{when}: keine Bewertung. {count, plural, one {# Meldung} other {# Meldungen}}.',
  noted: 'Vermerk: {text}.',
  noteOn: '{day}: {text}',
  note: 'Vermerk',
  from: 'Ab',
  average: 'Durchschnitt',
  between: 'Wohl zwischen',
  submissions: 'Meldungen',

  mostOf: '{name}, höchstens {count}',
  saidCount: '{when}, {name}: {count}.',
  saidWithLine: '{when}, {name}: {count}. {line}: {standing}.',

  distribution: 'Bewertungen nach Wert, n = {n}.',
  saidRating: '{rating}: {count} von {n}, {share}. {source}',
  rating: 'Bewertung',
  share: 'Anteil',

  heatLabel: 'Meldungen nach Wochentag und Stunde, n = {n}; die Tabelle darunter enthält jeden Wert',
  heatCount: 'Meldungen nach Wochentag und Stunde; die kräftigste Farbe hat {most}.',
  heatAverage: 'Durchschnittliche Bewertung nach Wochentag und Stunde. Hohl: weniger als 5 Bewertungen.',
  ownClock: 'Stunden nach der Uhr jedes Gebäudes.',
  hour: 'Stunde',

  paretoLabel:
    '{count, plural, one {# Anliegen} other {# Anliegen}} danach, wie oft sie genannt sind; die Tabelle darunter enthält jeden Wert',
  pareto: 'Balken: Anteil an den Meldungen, die ein Anliegen nennen. Linie: wo er wohl liegt (95 %).',
  named: 'n = {n}; eine kann mehrere nennen.',
  saidIssue:
    '{issue}: {count, plural, one {# Meldung} other {# Meldungen}}, {share}, wohl zwischen {low} und {high}. {change}.',
  changed: '{change} gegenüber dem Zeitraum davor',
  newIssue: 'Im Zeitraum davor nicht genannt',
  issue: 'Anliegen',
  change: 'Änderung',

  scoresLabel:
    '{name}, {count, plural, one {# Zeile} other {# Zeilen}}; die Tabelle darunter enthält jeden Wert',
  scores:
    'Punkt: Wertung auf der Skala von 1 bis 5, bei wenigen Bewertungen näher am Durchschnitt aller. Linie: wo sie wohl liegt (95 %). Hohl: weniger als 5 Bewertungen.',
  saidScore:
    '{name}: {score}, wohl zwischen {low} und {high}, n = {n}. {count, plural, one {# Meldung} other {# Meldungen}}.',
  saidScoreFew: '{name}: {score}, n = {n}, zu wenige. {count, plural, one {# Meldung} other {# Meldungen}}.',
  score: 'Wertung',
} satisfies Texts<typeof en>
