import { type Navigation, useNavigation } from '#field-kit/navigation.tsx'
import { type Route, routeOf } from './routes.ts'

/** The address of the screen as a route, and moving to another one. */
export const useRouter = (): Navigation & { readonly route: Route } => {
  const at = useNavigation()
  return { ...at, route: routeOf(at.path) }
}
