/** Texts of the offline page, in ICU message format. The other languages have exactly these keys. */

export default {
  title: 'No connection to Wellkept',
  text: 'What was saved is safe. This page goes on by itself as soon as the service can be reached again.',
  today: 'Open Today as it was last seen',
  retry: 'Try now',
  failed: 'Wellkept cannot show this page',
  failedText: 'The service answered with an error. What was saved is safe. This page tries again by itself.',
  request: 'Request number:',
  busy: 'A moment…',
  busyText:
    'The service is busy, or was asked for a lot at once. This page goes on by itself within a minute.',
} as const
