/** Texts of the moments without a connection in ICU message format. The other languages have exactly these keys. */

export default {
  title: 'No connection to Wellkept',
  text: 'What was saved is safe. This page goes on by itself as soon as the service can be reached again.',
  today: 'Open Today as it was last seen',
  retry: 'Try now',
  failed: 'Something failed on our side',
  failedText:
    'What was saved is safe. This page tries again by itself. If it stays like this, give whoever runs Wellkept this number:',
  busy: 'A moment…',
  busyText:
    'The service is busy, or was asked for a lot at once. This page goes on by itself within a minute.',
} as const
