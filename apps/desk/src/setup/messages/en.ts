/** Texts of what the set-up lacks, in ICU message format. The other languages have exactly these keys. */

export default {
  title: 'Health of the set-up',
  well: 'Everything is set up: nothing is missing.',
  lines: {
    NO_CODE: '{count, plural, one {# amenity has no sticker} other {# amenities have no sticker}}',
    LOST_CODE:
      '{count, plural, one {# sticker is scanned and leads nowhere} other {# stickers are scanned and lead nowhere}}',
    NO_RULE:
      '{count, plural, one {# amenity has issues that no alert rule hears} other {# amenities have issues that no alert rule hears}}',
    NO_ROUTE:
      '{count, plural, one {Tasks of # amenity reach nobody} other {Tasks of # amenities reach nobody}}',
    OFF_DUTY:
      '{count, plural, one {# building has hours without anybody on duty} other {# buildings have hours without anybody on duty}}',
    NO_SKILL: '{count, plural, one {# operator has no skill} other {# operators have no skill}}',
    CERTIFICATE:
      '{count, plural, one {# operator has a certificate that ends} other {# operators have a certificate that ends}}',
    NO_LANGUAGE:
      '{count, plural, one {The language of # operator is not known} other {The languages of # operators are not known}}',
    NO_CONTACT: '{count, plural, one {# operator cannot be reached} other {# operators cannot be reached}}',
    INVITED: '{count, plural, one {# person has not come yet} other {# people have not come yet}}',
    MAIL_ONLY:
      '{count, plural, one {# technician is reached by mail only} other {# technicians are reached by mail only}}',
    NO_HOURS:
      '{count, plural, one {# building has no opening hours} other {# buildings have no opening hours}}',
    NO_HOLIDAYS:
      '{count, plural, one {# building has no closed days} other {# buildings have no closed days}}',
    NO_TIME_ZONE:
      '{count, plural, one {# building has the time zone UTC} other {# buildings have the time zone UTC}}',
    MAIL: '{count, plural, one {# record of your mail domain is not proven} other {# records of your mail domain are not proven}}',
    WEBHOOK: '{count, plural, one {# webhook fails} other {# webhooks fail}}',
    NO_SLA: '{count, plural, one {No SLA policy is switched on} other {No SLA policy is switched on}}',
  },
  means: {
    NO_CODE: 'Visitors cannot report anything there.',
    LOST_CODE: 'Visitors who scan them find nothing. Link them or replace them.',
    NO_RULE: 'Where visitors name them, no task opens and nobody is told.',
    NO_ROUTE: 'No rule, no company and no technician has them.',
    OFF_DUTY: 'In the next seven days, although the weekly pattern has somebody.',
    NO_SKILL: 'They are proposed for no task that needs one.',
    CERTIFICATE: 'It is over, or will be within 30 days.',
    NO_LANGUAGE: 'Nobody can tell who understands whom.',
    NO_CONTACT: 'There is neither an account nor an e-mail address.',
    INVITED: 'They were invited and have not signed in.',
    MAIL_ONLY: 'No device of theirs is notified. They switch it on in their app.',
    NO_HOURS: 'They go by the hours that Wellkept began with, so SLA times may be wrong.',
    NO_HOLIDAYS: 'SLA times run on public holidays too.',
    NO_TIME_ZONE: 'Nobody has chosen it, so hours and days may be wrong.',
    MAIL: 'Mails may end up as spam. SPF, DKIM and DMARC are looked at.',
    WEBHOOK: 'Other systems hear nothing from here.',
    NO_SLA: 'No task has a promised time.',
  },
  acts: {
    NO_CODE: 'Make a code for each',
    INVITED: 'Invite all again',
  },
  actNow: '{act}: {count, plural, one {# is changed} other {# are changed}} at once.',
  done: '{count, plural, one {# done.} other {# done.}}',
} as const
