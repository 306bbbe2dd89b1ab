import { useMessages } from '#desk-kit/lib/language.tsx'
import { systemMessages } from './messages.ts'

/** Seconds as a whole number of the largest fitting unit. */
export const useDuration = (): ((seconds: number) => string) => {
  const t = useMessages(systemMessages)
  return (seconds) => {
    if (seconds < 120) return t.seconds({ count: Math.round(seconds) })
    return seconds < 7200
      ? t.minutes({ count: Math.round(seconds / 60) })
      : t.hours({ count: Math.round(seconds / 3600) })
  }
}
