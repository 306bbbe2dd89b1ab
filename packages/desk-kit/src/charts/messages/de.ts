import type { Texts } from '#i18n/texts.ts'
import type en from './en.ts'

export default {
  chart: 'Diagramm',
  hint: 'Pfeiltasten wechseln zwischen Werten, die Eingabetaste öffnet die Zeilen.',
  openRows: 'Zeilen anzeigen',
  asTable: 'Als Tabelle anzeigen',
  how: 'Definition',
  howOf: 'Definition von „{figure}“',

  trendLabel:
    '{name}, {n, plural, one {# Bewertung} other {# Bewertungen}}; die Tabelle darunter enthält jeden Wert',
  mostOfStep: 'höchstens {count, plural, one {# Meldung} other {# Meldungen}}',
  hollow: 'Hohle Punkte: weniger als 5 Bewertungen. Balken: Meldungen.',
  band: 'Band: 95-%-Konfidenzintervall des Durchschnitts.',
  saidMean: '{when}: {average}, n = {n}. {count, plural, one {# Meldung} other {# Meldungen}}.',
  saidBetween:
    '{when}: {average}, wohl zwischen {low} und {high}, n = {n}. {count, plural, one {# Meldung} other {# Meldungen}}.',
  saidFew: '{when}: {average}, n = {n}, zu wenige. {count, plural, one {# Meldung} other {# Meldungen}}.',
  saidNone: '{when}: keine Bewertung. {count, plural, one {# Meldung} other {# Meldungen}}.',
  noted: 'Notiz: {text}.',
  noteOn: '{day}: {text}',
  note: 'Notiz',
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
  heatCount: 'Meldungen nach Wochentag und Stunde; die kräftigste Farbe steht für {most}.',
  heatAverage: 'Durchschnittliche Bewertung nach Wochentag und Stunde. Hohl: weniger als 5 Bewertungen.',
  ownClock: 'Stunden in der Zeitzone jedes Gebäudes.',
  hour: 'Stunde',

  paretoLabel:
    '{count, plural, one {# Anliegen} other {# Anliegen}} nach Häufigkeit; die Tabelle darunter enthält jeden Wert',
  pareto: 'Balken: Anteil an den Meldungen mit Anliegen. Linie: 95-%-Konfidenzintervall.',
  named: 'n = {n}; eine Meldung kann mehrere nennen.',
  saidIssue:
    '{issue}: {count, plural, one {# Meldung} other {# Meldungen}}, {share}, wohl zwischen {low} und {high}. {change}.',
  changed: '{change} zum vorigen Zeitraum',
  newIssue: 'Im vorigen Zeitraum nicht genannt',
  issue: 'Anliegen',
  change: 'Veränderung',

  scoresLabel:
    '{name}, {count, plural, one {# Zeile} other {# Zeilen}}; die Tabelle darunter enthält jeden Wert',
  scores:
    'Punkt: Wertung von 1 bis 5, bei wenigen Bewertungen näher am Gesamtdurchschnitt. Linie: 95-%-Konfidenzintervall. Hohl: weniger als 5 Bewertungen.',
  saidScore:
    '{name}: {score}, wohl zwischen {low} und {high}, n = {n}. {count, plural, one {# Meldung} other {# Meldungen}}.',
  saidScoreFew: '{name}: {score}, n = {n}, zu wenige. {count, plural, one {# Meldung} other {# Meldungen}}.',
  score: 'Wertung',
} satisfies Texts<typeof en>
