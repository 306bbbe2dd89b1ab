/** Texts of the charts in ICU message format. The other languages have exactly these keys. */

export default {
  chart: 'chart',
  hint: 'Arrow keys go from value to value, Enter opens its rows.',
  openRows: 'Show the rows',
  asTable: 'As a table',
  how: 'How',
  howOf: 'How is “{figure}” made',

  trendLabel: '{name}, {n, plural, one {# rating} other {# ratings}}; the table below has every value',
  mostOfStep: 'at most {count, plural, one {# submission} other {# submissions}}',
  hollow: 'Hollow points: fewer than 5 ratings. Bars: submissions.',
  band: 'The band is where each average likely lies (95 %).',
  saidMean: '{when}: {average}, n = {n}. {count, plural, one {# submission} other {# submissions}}.',
  saidBetween:
    '{when}: {average}, likely between {low} and {high}, n = {n}. {count, plural, one {# submission} other {# submissions}}.',
  saidFew: '{when}: {average}, n = {n}, too few. {count, plural, one {# submission} other {# submissions}}.',
  saidNone: '{when}: no rating. {count, plural, one {# submission} other {# submissions}}.',
  noted: 'Note: {text}.',
  noteOn: '{day}: {text}',
  note: 'Note',
  from: 'From',
  average: 'Average',
  between: 'Likely between',
  submissions: 'Submissions',

  mostOf: '{name}, at most {count}',
  saidCount: '{when}, {name}: {count}.',
  saidWithLine: '{when}, {name}: {count}. {line}: {standing}.',

  distribution: 'Ratings by value, n = {n}.',
  saidRating: '{rating}: {count} of {n}, {share}. {source}',
  rating: 'Rating',
  share: 'Share',

  heatLabel: 'Submissions by weekday and hour, n = {n}; the table below has every value',
  heatCount: 'Submissions by weekday and hour; the strongest colour has {most}.',
  heatAverage: 'Average rating by weekday and hour. Hollow: fewer than 5 ratings.',
  ownClock: 'Hours by the clock of each building.',
  hour: 'Hour',

  paretoLabel:
    '{count, plural, one {# issue} other {# issues}} by how often they are named; the table below has every value',
  pareto: 'Bar: share of the submissions that name an issue. Line: where it likely lies (95 %).',
  named: 'n = {n}; one may name several.',
  saidIssue:
    '{issue}: {count, plural, one {# submission} other {# submissions}}, {share}, likely between {low} and {high}. {change}.',
  changed: '{change} against the period before',
  newIssue: 'Not named in the period before',
  issue: 'Issue',
  change: 'Change',

  scoresLabel: '{name}, {count, plural, one {# line} other {# lines}}; the table below has every value',
  scores:
    'Point: score on the scale of 1 to 5, drawn towards the average of all where there are few ratings. Line: where it likely lies (95 %). Hollow: fewer than 5 ratings.',
  saidScore:
    '{name}: {score}, likely between {low} and {high}, n = {n}. {count, plural, one {# submission} other {# submissions}}.',
  saidScoreFew:
    '{name}: {score}, n = {n}, too few. {count, plural, one {# submission} other {# submissions}}.',
  score: 'Score',
} as const
