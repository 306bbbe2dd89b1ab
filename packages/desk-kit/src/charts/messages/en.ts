/** Texts of the charts in ICU message format. The other languages have exactly these keys. */

export default {
  chart: 'chart',
  hint: 'Arrow keys move between values, Enter opens the rows.',
  openRows: 'Show rows',
  asTable: 'Show as table',
  how: 'Definition',
  howOf: 'Definition of “{figure}”',

  trendLabel: '{name}, {n, plural, one {# rating} other {# ratings}}; the table below has every value',
  mostOfStep: 'at most {count, plural, one {# submission} other {# submissions}}',
  hollow: 'Hollow points: fewer than 5 ratings. Bars: submissions.',
  band: 'Band: 95 % confidence interval of the average.',
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
  heatCount: 'Submissions by weekday and hour; the darkest colour stands for {most}.',
  heatAverage: 'Average rating by weekday and hour. Hollow: fewer than 5 ratings.',
  ownClock: 'Hours in the time zone of each building.',
  hour: 'Hour',

  paretoLabel:
    '{count, plural, one {# issue} other {# issues}} by frequency; the table below has every value',
  pareto: 'Bar: share of the submissions that name an issue. Line: 95 % confidence interval.',
  named: 'n = {n}; a submission can name several.',
  saidIssue:
    '{issue}: {count, plural, one {# submission} other {# submissions}}, {share}, likely between {low} and {high}. {change}.',
  changed: '{change} vs. previous period',
  newIssue: 'Not named in the previous period',
  issue: 'Issue',
  change: 'Change',

  scoresLabel: '{name}, {count, plural, one {# line} other {# lines}}; the table below has every value',
  scores:
    'Point: score from 1 to 5; with few ratings it is moved towards the overall average. Line: 95 % confidence interval. Hollow: fewer than 5 ratings.',
  saidScore:
    '{name}: {score}, likely between {low} and {high}, n = {n}. {count, plural, one {# submission} other {# submissions}}.',
  saidScoreFew:
    '{name}: {score}, n = {n}, too few. {count, plural, one {# submission} other {# submissions}}.',
  score: 'Score',
} as const
