/** The used part of web-push 3.6.7, which has no types. */
declare module 'web-push' {
  interface Subscription {
    readonly endpoint: string
    readonly keys: { readonly p256dh: string; readonly auth: string }
  }
  interface Options {
    readonly vapidDetails: {
      readonly subject: string
      readonly publicKey: string
      readonly privateKey: string
    }
    /** seconds */
    readonly TTL: number
    readonly urgency: 'very-low' | 'low' | 'normal' | 'high'
    /** at most 32 characters of base64url */
    readonly topic: string
    readonly contentEncoding: 'aes128gcm'
  }
  interface RequestDetails {
    readonly method: 'POST'
    readonly headers: Readonly<Record<string, string | number>>
    readonly body: Buffer
    readonly endpoint: string
  }
  /** @throws Error for invalid keys or options */
  function generateRequestDetails(
    subscription: Subscription,
    payload: string,
    options: Options,
  ): RequestDetails
  const webPush: { readonly generateRequestDetails: typeof generateRequestDetails }
  export default webPush
}
