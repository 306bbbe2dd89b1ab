/** Texts of what the set-up lacks, in ICU message format. The other languages have exactly these keys. */

export default {
  title: 'Setup checklist',
  well: 'Everything is set up.',
  lines: {
    NO_CODE: '{count, plural, one {# amenity has no sticker} other {# amenities have no sticker}}',
    LOST_CODE:
      '{count, plural, one {# scanned sticker is not linked} other {# scanned stickers are not linked}}',
    NO_RULE:
      '{count, plural, one {# amenity has issues without an alert rule} other {# amenities have issues without an alert rule}}',
    NO_ROUTE:
      '{count, plural, one {Nobody gets the tasks of # amenity} other {Nobody gets the tasks of # amenities}}',
    OFF_DUTY:
      '{count, plural, one {# building has hours with nobody on duty} other {# buildings have hours with nobody on duty}}',
    NO_SKILL: '{count, plural, one {# operator has no skill} other {# operators have no skill}}',
    CERTIFICATE:
      '{count, plural, one {# operator has an expiring certificate} other {# operators have an expiring certificate}}',
    NO_LANGUAGE: '{count, plural, one {# operator has no language} other {# operators have no language}}',
    NO_CONTACT: '{count, plural, one {# operator cannot be reached} other {# operators cannot be reached}}',
    INVITED:
      '{count, plural, one {# invited person has not signed in} other {# invited people have not signed in}}',
    MAIL_ONLY:
      '{count, plural, one {# technician is notified by email only} other {# technicians are notified by email only}}',
    NO_HOURS:
      '{count, plural, one {# building has no service hours} other {# buildings have no service hours}}',
    NO_HOLIDAYS:
      '{count, plural, one {# building has no closed days} other {# buildings have no closed days}}',
    NO_TIME_ZONE:
      '{count, plural, one {# building has the time zone UTC} other {# buildings have the time zone UTC}}',
    MAIL: '{count, plural, one {# DNS record of your email domain is missing} other {# DNS records of your email domain are missing}}',
    WEBHOOK: '{count, plural, one {# webhook is failing} other {# webhooks are failing}}',
    NO_SLA: '{count, plural, one {No SLA policy is on} other {No SLA policy is on}}',
  },
  means: {
    NO_CODE: 'Visitors cannot report anything there.',
    LOST_CODE: 'Visitors who scan them find nothing. Link or replace them.',
    NO_RULE: 'When visitors report them, no task is created and nobody is notified.',
    NO_ROUTE: 'No rule, company or technician covers them.',
    OFF_DUTY: 'In the next seven days, although the weekly plan has someone.',
    NO_SKILL: 'They are not suggested for tasks that require one.',
    CERTIFICATE: 'It has expired or expires within 30 days.',
    NO_LANGUAGE: 'The language is not considered when assigning tasks.',
    NO_CONTACT: 'There is no account and no email address.',
    INVITED: 'They were invited but have not signed in yet.',
    MAIL_ONLY: 'They have notifications off on all devices. They can switch them on in their app.',
    NO_HOURS: 'The hours preset by Wellkept apply, so SLA times may be wrong.',
    NO_HOLIDAYS: 'SLA times also run on public holidays.',
    NO_TIME_ZONE: 'It is preset, so hours and days may be wrong.',
    MAIL: 'Emails may end up as spam. SPF, DKIM and DMARC are checked.',
    WEBHOOK: 'Other systems receive nothing.',
    NO_SLA: 'Tasks have no agreed times.',
  },
  acts: {
    NO_CODE: 'Create a code for each',
    INVITED: 'Resend all invitations',
  },
  actNow: '{act}: {count, plural, one {# is changed} other {# are changed}} at once.',
  done: '{count, plural, one {# done.} other {# done.}}',
} as const
