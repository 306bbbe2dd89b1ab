/** Settings of the app at Slack. */
/** The app at Slack that all tenants install. */
export interface SlackApp {
  readonly clientId: string
  readonly clientSecret: string
  /** the new one first while it is being replaced */
  readonly signingSecrets: readonly string[]
  /** ends with a slash */
  readonly apiUrl: string
}

type Env = Readonly<Record<string, string | undefined>>

/** @returns undefined unless all are set */
export const readSlack = (env: Env, production: boolean, faults: string[]): SlackApp | undefined => {
  const { SLACK_CLIENT_ID: clientId, SLACK_CLIENT_SECRET: clientSecret } = env
  const apiUrl = env.SLACK_API_URL || 'https://slack.com/api/'
  const signingSecrets = (env.SLACK_SIGNING_SECRET ?? '').split(',')
  if (!URL.canParse(apiUrl) || !/^https?:.*\/$/.test(apiUrl))
    faults.push('SLACK_API_URL must be an address that ends with a slash, such as https://slack.com/api/')
  else if (production && !apiUrl.startsWith('https:'))
    faults.push('SLACK_API_URL must be https in production')
  if (env.SLACK_SIGNING_SECRET && (signingSecrets.length > 2 || signingSecrets.includes('')))
    faults.push(
      'SLACK_SIGNING_SECRET must be one secret, or the new and the previous one with a comma between',
    )
  return clientId && clientSecret && env.SLACK_SIGNING_SECRET
    ? { clientId, clientSecret, signingSecrets, apiUrl }
    : undefined
}
