/** Shown while a sign-in with Google, Microsoft or single sign-on is completed. */
import type { JSX } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { Heading } from '#field-kit/heading.tsx'
import { useSignInState } from '../sign-in-state.tsx'
import { type FinishedWay, finishWay, type WayTrouble } from '../ways.ts'
import { useWords } from '../words.ts'

export const Finish = ({
  arrival,
  onTrouble,
}: {
  arrival: FinishedWay
  onTrouble: (trouble: WayTrouble) => void
}): JSX.Element => {
  const words = useWords()
  const { offers, next } = useSignInState()
  const tried = useRef<FinishedWay | undefined>(undefined)
  useEffect(() => {
    // Each response is used only once.
    if (tried.current === arrival) return
    tried.current = arrival
    finishWay(arrival, { offers, next }).then((trouble) => trouble && onTrouble(trouble))
  }, [arrival, offers, next, onTrouble])
  return (
    <>
      <Heading text={words.finishTitle} />
      <p role="status">{words.working}</p>
    </>
  )
}
