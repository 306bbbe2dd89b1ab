/** Sign-in options that the service wrote into the HTML shell. */

export interface MicrosoftReturn {
  readonly clientId: string
  readonly tokenAddress: string
  readonly returnAddress: string
}

export interface Offers {
  readonly google: boolean
  readonly microsoft: boolean
  /** single sign-on */
  readonly organisation: boolean
  /** minimum length of a new password, in characters */
  readonly leastPassword: number
  /** only on the page to which Microsoft redirects */
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
