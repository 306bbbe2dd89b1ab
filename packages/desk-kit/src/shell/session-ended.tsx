/**
 * Dialogs for an ended session, or one that another person has started, so that unsaved input is kept until signing
 * in again.
 */
import { Button } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import {
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { refreshAll, sessionEnded, signInAddress, tokens, toSignIn } from '../lib/api.ts'
import { isUnderModal } from '../lib/keys.ts'
import { useMessages } from '../lib/language.tsx'
import { useViewer } from '../lib/me.ts'
import type { FrameParts } from './frame-parts.ts'

type SessionState = 'MINE' | 'ENDED' | 'OTHERS'

const sessionState = (): SessionState => (tokens.read() ? 'MINE' : tokens.other() ? 'OTHERS' : 'ENDED')

const SignInBeside = ({ isFirst }: { isFirst: boolean }) => {
  const { shell } = useMessages()
  return (
    <Button component="a" href={signInAddress} target="_blank" variant={isFirst ? 'filled' : 'default'}>
      {shell.signInBeside}
    </Button>
  )
}

interface OnTopProps {
  readonly className: string
  readonly title: string
  /** left out: it cannot be put away */
  readonly onClose?: () => void
  readonly children: ReactNode
}

/** The browser's own modal dialog: above every other layer, all of which cannot be used meanwhile. */
const OnTop = ({ className, title, onClose, children }: OnTopProps) => {
  const titleId = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    // Closing gives the focus back to the field that had it.
    return () => element?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      className={className}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        onClose?.()
      }}
    >
      <h2 id={titleId}>{title}</h2>
      {children}
    </dialog>
  )
}

/** It hides the data behind it. */
const SomebodyElse = () => {
  const { shell } = useMessages()
  const me = useViewer()
  const { basepath } = useRouter()
  const other = tokens.other()
  const theirs = other?.name ?? other?.email ?? ''
  return (
    <OnTop className="closed" title={shell.otherTitle({ name: theirs })}>
      <p>{shell.otherHelp({ name: me.name })}</p>
      <div className="form-foot">
        <Button component="a" href={`${basepath}/`} variant="filled">
          {shell.goOnAs({ name: theirs })}
        </Button>
        <SignInBeside isFirst={false} />
      </div>
    </OnTop>
  )
}

export const SessionEnded = ({ SignIn }: Pick<FrameParts, 'SignIn'>) => {
  const { shell } = useMessages()
  const state = useSyncExternalStore(tokens.subscribe, sessionState)
  const [isPutAway, setPutAway] = useState(false)
  const before = useRef(state)
  // A layout effect, because listeners of the layers below register in later ones.
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && isUnderModal()) event.stopImmediatePropagation()
    }
    addEventListener('keydown', press, true)
    return () => removeEventListener('keydown', press, true)
  }, [])
  useEffect(() => {
    // While mounted, this component handles the end of a session.
    sessionEnded.current = () => {}
    return () => {
      sessionEnded.current = toSignIn
    }
  }, [])
  useEffect(() => {
    if (state === 'MINE' && before.current !== 'MINE') void refreshAll(true)
    if (state === 'ENDED') setPutAway(false)
    before.current = state
  }, [state])
  if (state === 'OTHERS') return <SomebodyElse />
  if (state === 'MINE' || isPutAway) return null
  return (
    <OnTop className="ended" title={shell.sessionEnded} onClose={() => setPutAway(true)}>
      <p>{shell.sessionEndedHelp}</p>
      {SignIn ? (
        <SignIn alone={false} onDone={() => setPutAway(false)} />
      ) : (
        <div className="form-foot">
          <SignInBeside isFirst />
          <Button onClick={toSignIn}>{shell.signInHere}</Button>
        </div>
      )}
    </OnTop>
  )
}
