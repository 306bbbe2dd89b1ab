/** The places of the technician app and how to get there. */
import { type ComponentChildren, createContext, type JSX } from 'preact'
import { useContext } from 'preact/hooks'

export type Place =
  | { readonly name: 'tasks' }
  | { readonly name: 'task'; readonly id: string }
  | { readonly name: 'finish'; readonly id: string }
  | { readonly name: 'waiting' }
  | { readonly name: 'me' }
  | { readonly name: 'unknown' }

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const taskPath = new RegExp(`^/app/work/tasks/(${uuid})(/finish)?$`)

export const placeOf = (path: string): Place => {
  const plain = path.replace(/\/+$/, '')
  if (plain === '/app/work' || plain === '/app/work/tasks') return { name: 'tasks' }
  if (plain === '/app/work/waiting') return { name: 'waiting' }
  if (plain === '/app/work/me') return { name: 'me' }
  const [, id, finish] = taskPath.exec(plain) ?? []
  if (id) return { name: finish ? 'finish' : 'task', id }
  return { name: 'unknown' }
}

export const pathOf = (place: Exclude<Place, { name: 'unknown' }>): string => {
  switch (place.name) {
    case 'tasks':
      return '/app/work'
    case 'task':
      return `/app/work/tasks/${place.id}`
    case 'finish':
      return `/app/work/tasks/${place.id}/finish`
    case 'waiting':
      return '/app/work/waiting'
    case 'me':
      return '/app/work/me'
  }
}

export interface Router {
  readonly place: Place
  readonly search: string
  go(path: string, options?: { replace?: boolean }): void
}

export const RouterContext = createContext<Router>({ place: { name: 'tasks' }, search: '', go: () => {} })

export const useRouter = (): Router => useContext(RouterContext)

type LinkProps = {
  readonly to: string
  readonly class?: string
  readonly current?: boolean
  readonly children: ComponentChildren
}

export const Link = ({ to, class: name, current, children }: LinkProps): JSX.Element => {
  const { go } = useRouter()
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
