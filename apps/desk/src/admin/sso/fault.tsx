/** Why a sign-in failed: the code in the reader's language, and which check it was in the service's own words. */
import type { Sso } from '#contracts/admin/sso.ts'
import { useMessages } from '../../lib/language.tsx'
import { ssoMessages } from './messages.ts'

type Kept = Pick<NonNullable<Sso['lastTest']>, 'code' | 'detail' | 'reason'>

export const Fault = ({ fault: { code, detail, reason } }: { fault: Kept }) => {
  const t = useMessages(ssoMessages)
  // What failed before codes were kept has its reason alone.
  const told = code ? detail : reason
  return (
    <>
      {code ? <p>{t.faults[code]}</p> : null}
      {told ? (
        <p className="quiet" lang="en">
          {told}
        </p>
      ) : null}
    </>
  )
}
