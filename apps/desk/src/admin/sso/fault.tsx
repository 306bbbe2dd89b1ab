/** Why a sign-in failed: the error code in words, and the detail in English. */
import type { Sso } from '#contracts/sso.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { ssoMessages } from './messages.ts'

type StoredFault = Pick<NonNullable<Sso['lastTest']>, 'code' | 'detail' | 'reason'>

export const Fault = ({ fault: { code, detail, reason } }: { fault: StoredFault }) => {
  const t = useMessages(ssoMessages)
  // Failures before error codes were stored have a reason only.
  const text = code ? detail : reason
  return (
    <>
      {code ? <p>{t.faults[code]}</p> : null}
      {text ? (
        <p className="quiet" lang="en">
          {text}
        </p>
      ) : null}
    </>
  )
}
