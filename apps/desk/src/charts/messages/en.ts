/** Texts of the charts in ICU message format. The other languages have exactly these keys. */

export default {
  trendLabel: '{name}, {n, plural, one {# rating} other {# ratings}}; the table below has every value',
  ratings: '{count, plural, one {# rating} other {# ratings}}',
  mostADay: '{count} a day',
  hollow: 'Hollow points: fewer than 5 ratings. Bars: ratings a day.',
  asTable: 'As a table',
  day: 'Day',
  average: 'Average',
  from: 'From',
  mostOf: '{name}, at most {count}',
  distribution: 'Ratings by value, n = {n}.',
} as const
