/** Who a super admin's session stands for. */
export interface PlatformActor {
  readonly kind: 'PLATFORM'
  readonly id: string
  readonly email: string
  readonly sessionId: string
}
