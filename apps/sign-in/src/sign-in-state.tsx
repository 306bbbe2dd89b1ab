/** State that all sign-in pages share: the page, the typed email address and the token of an emailed link. */
import { type ComponentChildren, createContext, type JSX } from 'preact'
import { useContext } from 'preact/hooks'
import type { Invited, PageName } from './address.ts'
import { type Offers, offersOf } from './offers.ts'
import type { WayTrouble } from './ways.ts'

export interface SignInState {
  readonly page: PageName
  /** of an emailed link; already removed from the address bar */
  readonly token: string | undefined
  /** by an invitation's link */
  readonly invited: Invited | undefined
  readonly email: string
  readonly next: string | undefined
  /** the user came here because a session ended */
  readonly ended: boolean
  readonly offers: Offers
  /** why signing in with Google, Microsoft or single sign-on failed */
  readonly trouble: WayTrouble | undefined
  go(page: PageName, email?: string): void
}

export const SignInContext = createContext<SignInState>({
  page: 'sign-in',
  token: undefined,
  invited: undefined,
  email: '',
  next: undefined,
  ended: false,
  offers: offersOf({}),
  trouble: undefined,
  go: () => {},
})

export const useSignInState = (): SignInState => useContext(SignInContext)

export const Link = ({ to, children }: { to: PageName; children: ComponentChildren }): JSX.Element => {
  const state = useSignInState()
  const follow = (event: MouseEvent): void => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    state.go(to)
  }
  const query = state.next ? `?next=${encodeURIComponent(state.next)}` : ''
  return (
    <a href={`/app/${to}${query}`} onClick={follow}>
      {children}
    </a>
  )
}
