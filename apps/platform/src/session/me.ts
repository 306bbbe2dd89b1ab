/** The super admin who is signed in. The service stores no preferences for them, so this device does. */
import type { Session } from '#client/session.ts'
import { queryClient, tokens } from '#desk-kit/lib/api.ts'
import type { Choice, MeSource } from '#desk-kit/lib/me.ts'

const place = 'wellkept.platform.preferences'
const queryKey = ['super admin']

interface SuperAdmin {
  readonly user: Session['user'] | undefined
  readonly choice: Choice
}

const chosen = (): Choice => {
  try {
    return JSON.parse(localStorage.getItem(place) ?? '{}') as Choice
  } catch {
    return {}
  }
}

const choose = (change: Choice): void => {
  const choice = { ...chosen(), ...change }
  try {
    localStorage.setItem(place, JSON.stringify(choice))
  } catch {
    // Without storage the choice lasts until the page is closed.
  }
  queryClient.setQueryData<SuperAdmin>(queryKey, (now) => (now ? { ...now, choice } : now))
}

export const superAdminMe: MeSource<SuperAdmin> = {
  query: {
    queryKey,
    queryFn: async () => ({ user: tokens.read()?.user, choice: chosen() }),
    staleTime: Number.POSITIVE_INFINITY,
  },
  viewerOf: ({ user, choice }) => ({
    name: user?.name ?? user?.email ?? '',
    organisation: 'Platform',
    language: choice.language,
    theme: choice.theme,
    shortcuts: choice.shortcuts ?? true,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    firstDay: 1,
    staff: undefined,
  }),
  useChoose: () => ({ mutate: choose, error: null }),
}
