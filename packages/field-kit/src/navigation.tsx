/** Moving between the addresses of an app. */
import { type ComponentChildren, createContext, type JSX, type RefObject } from 'preact'
import { useContext, useEffect, useRef, useState } from 'preact/hooks'
import { mayLeave } from './unsent-forms.ts'
import type { KitWords } from './words.ts'

/**
 * @param options `replace` replaces the history entry; `sent`: the form is in the outbox, so do not ask before leaving
 */
export type Go = (path: string, options?: { replace?: boolean; sent?: boolean }) => void

export interface Navigation {
  readonly path: string
  readonly search: string
  readonly go: Go
}

/** Provided by the frame. */
export const NavigationContext = createContext<Navigation>({ path: '', search: '', go: () => {} })

export const useNavigation = (): Navigation => useContext(NavigationContext)

const here = (): { path: string; search: string } => ({ path: location.pathname, search: location.search })

/**
 * Follows the address. After a move the heading of the new screen gets the focus.
 * @param words of the question before a form with unsent input is left
 * @param onStart called once, with the function that moves
 */
export const useHistory = (
  words: () => Pick<KitWords, 'leave'>,
  onStart: (go: Go) => void,
): Navigation & { readonly main: RefObject<HTMLElement | null> } => {
  const [address, setAddress] = useState(here)
  const main = useRef<HTMLElement>(null)
  const moved = useRef(false)
  /** index of the current history entry; each entry stores its own in `history.state` */
  const step = useRef<number>(history.state ?? 0)
  useEffect(() => {
    if (!moved.current) return
    moved.current = false
    scrollTo(0, 0)
    main.current?.querySelector('h1')?.focus()
  })
  const go: Go = (to, { replace, sent } = {}) => {
    if (replace) history.replaceState(step.current, '', to)
    else if (sent || mayLeave(words())) history.pushState(++step.current, '', to)
    else return
    moved.current = !replace
    setAddress(here())
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: what it uses stays the same
  useEffect(() => {
    const back = (): void => {
      // A fragment link creates a new history entry.
      if (history.state === null) history.replaceState(++step.current, '')
      else {
        const steps = step.current - history.state
        // This popstate comes from returning here after the user chose to stay.
        if (steps === 0) return
        if (!mayLeave(words())) {
          history.go(steps)
          return
        }
        step.current -= steps
      }
      moved.current = true
      setAddress(here())
    }
    history.replaceState(step.current, '')
    onStart(go)
    addEventListener('popstate', back)
    return () => removeEventListener('popstate', back)
  }, [])
  return { ...address, go, main }
}

type LinkProps = {
  readonly to: string
  readonly class?: string
  readonly current?: boolean
  readonly children: ComponentChildren
}

export const Link = ({ to, class: name, current, children }: LinkProps): JSX.Element => {
  const { go } = useNavigation()
  const follow = (event: MouseEvent): void => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    go(to)
  }
  return (
    <a href={to} class={name ?? ''} aria-current={current ? 'page' : undefined} onClick={follow}>
      {children}
    </a>
  )
}
