/** Texts of what rows may lack in ICU message format. The other languages have exactly these keys. */

export default {
  lacking: 'Missing',
  ofAmenities: { RULE: 'Issues without an alert rule', ROUTE: 'Tasks reach nobody' },
  ofOperators: {
    SKILL: 'No skill',
    CERTIFICATE: 'Certificate ends',
    LANGUAGE: 'No language',
    CONTACT: 'Not reachable',
  },
  ofPeople: { DEVICE: 'Reached by mail only' },
  ofBuildings: { HOURS: 'No opening hours', HOLIDAYS: 'No closed days', TIME_ZONE: 'Time zone UTC' },
} as const
