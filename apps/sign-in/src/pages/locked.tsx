/**
 * Too many attempts: until when, and what works meanwhile. Screen readers announce only the time of day, not
 * each minute.
 */
import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Notice } from '#field-kit/form.tsx'
import { instant } from '#i18n/times.ts'
import { useSignInState } from '../sign-in-state.tsx'
import { useLocale } from '../words.ts'

const minutesUntil = (at: number): number => Math.max(0, Math.ceil((at - Date.now()) / 60_000))

const useMinutesUntil = (at: number): number => {
  const [minutes, setMinutes] = useState(() => minutesUntil(at))
  useEffect(() => {
    setMinutes(minutesUntil(at))
    const timer = setInterval(() => setMinutes(minutesUntil(at)), 1000)
    return () => clearInterval(timer)
  }, [at])
  return minutes
}

/** @param until milliseconds since 1970, by the clock of this device */
export const Locked = ({ until }: { until: number }): JSX.Element => {
  const { locale, words } = useLocale()
  const { offers } = useSignInState()
  const minutes = useMinutesUntil(until)
  const others = offers.google || offers.microsoft || offers.organisation
  return (
    <Notice tone="warn" icon="clock">
      <p role="alert">
        {words.locked({ time: instant(until, 'time', locale) })}{' '}
        {others ? words.lockedOtherWays : words.lockedLink}
      </p>
      <p class="hint">{minutes > 0 ? words.lockedMinutes({ minutes }) : words.lockedOver}</p>
    </Notice>
  )
}
