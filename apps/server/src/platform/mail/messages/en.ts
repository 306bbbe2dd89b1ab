/** Texts of emails in ICU message format. The other languages have exactly these keys. */
export default {
  priority: 'Priority',
  task: 'Task',
  where: 'Where',
  due: 'Due',
  priorities: {
    LOW: 'Low',
    MEDIUM: 'Medium',
    HIGH: 'High',
    URGENT: 'Urgent',
  },
  wellkept:
    'With Wellkept, teams look after buildings: visitors scan a code, report a problem, and the team fixes it.',
  sampleRoom: 'Washroom 2.14',
  sampleBuilding: 'Main library',
  sample: 'Sample: {subject}',
  sampleTitle: 'An email from Wellkept',
  sampleFooter: 'This is how emails look.',
} as const
