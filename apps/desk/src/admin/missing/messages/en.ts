/** Texts of what rows may lack in ICU message format. The other languages have exactly these keys. */

export default {
  lacking: 'Missing',
  ofAmenities: { RULE: 'Issues without an alert rule', ROUTE: 'Nobody gets the tasks' },
  ofOperators: {
    SKILL: 'No skill',
    CERTIFICATE: 'Certificate expires',
    LANGUAGE: 'No language',
    CONTACT: 'Not reachable',
  },
  ofPeople: { DEVICE: 'Email only' },
  ofBuildings: { HOURS: 'No service hours', HOLIDAYS: 'No closed days', TIME_ZONE: 'Time zone UTC' },
} as const
