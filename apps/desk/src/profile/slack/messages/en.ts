export default {
  slack: 'Slack',
  help: 'Link your Slack account to take and finish tasks in Slack.',
  linked: 'Your Slack account is linked: what you do there counts as done by you.',
  link: 'Link Slack account',
  linkOther: 'Link another account',
  unlink: 'End link',
}
