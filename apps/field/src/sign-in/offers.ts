/** What the service has put into the shell: which ways to sign in there are, and what they need. */

export interface MicrosoftReturn {
  readonly clientId: string
  readonly tokenAddress: string
  readonly returnAddress: string
}

export interface Offers {
  readonly google: boolean
  readonly microsoft: boolean
  /** the sign-in of the person's own organisation */
  readonly organisation: boolean
  /** characters that a new password has at least */
  readonly leastPassword: number
  /** only on the page to which Microsoft sends people back */
  readonly microsoftReturn: MicrosoftReturn | undefined
}

/** @param data the data attributes of the root element */
export const offersOf = (data: Readonly<Record<string, string | undefined>>): Offers => {
  const ways = (data.ways ?? '').split(' ')
  const { microsoftClient: clientId, microsoftTokenAddress: tokenAddress, returnAddress } = data
  return {
    google: ways.includes('google'),
    microsoft: ways.includes('microsoft'),
    organisation: ways.includes('organisation'),
    leastPassword: Number(data.passwordMinLength) || 12,
    microsoftReturn:
      clientId && tokenAddress && returnAddress ? { clientId, tokenAddress, returnAddress } : undefined,
  }
}
