/** Texts of the offline page, in ICU message format. The other languages have exactly these keys. */

export default {
  title: 'No connection to Wellkept',
  text: 'Saved changes are safe. This page continues automatically when the service is back.',
  notKept:
    'This page is not kept on this device; it opens by itself when you are back online. Saved changes are safe.',
  today: 'Open the last saved Today screen',
  retry: 'Try again now',
  failed: 'Wellkept cannot show this page',
  failedText: 'The service reported an error. Saved changes are safe. This page tries again automatically.',
  request: 'Request number:',
  busy: 'A moment…',
  busyText: 'The service is busy or received too many requests. This page tries again within a minute.',
} as const
