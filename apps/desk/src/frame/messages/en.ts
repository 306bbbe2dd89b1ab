/** Texts of the notices of the platform in ICU message format. The other languages have exactly these keys. */

export default {
  support:
    'Wellkept support can read here until {time}: {minutes, plural, one {# minute} other {# minutes}} left. Names and texts of people are hidden. Reason: {reason}',
  who: 'See who had access',
} as const
