/** Texts of emails in ICU message format. The other languages have exactly these keys. */
export default {
  subject: 'Your inspections for {name}',
  heading: 'Inspect for {name}',
  lead: '{name} has planned inspections with you.',
  next: 'Open the link on your phone, or enter the code {code} there. It works once, for 14 days.',
  button: 'Set up my phone',
  footer:
    'You get this email because {name} entered your address. If you were not expecting it, you do not need to do anything.',
} as const
