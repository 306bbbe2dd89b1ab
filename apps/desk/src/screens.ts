/**
 * Screen register. Route, required role and plan, navigation, command palette, shortcuts and the row in the browser
 * tests follow from each entry. The key is also that of the screen's texts.
 */

import { getMe } from '#contracts/auth.ts'
import { getOverview, listRecentFeedback } from '#contracts/dashboard.ts'
import { listTasks, taskSummary } from '#contracts/tasks.ts'
import type { ScreenFacts } from '#desk-kit/shell/screen-kinds.ts'
import { figuresScreens } from './screens/figures.ts'
import type en from './screens/messages/en.ts'
import { organisationScreens } from './screens/organisation.ts'
import { placesScreens } from './screens/places.ts'
import { scoutScreens } from './screens/scout.ts'
import { setupScreens } from './screens/setup.ts'
import { workScreens } from './screens/work.ts'

/** In the order of the rail and of the set-up overview. */
export const screens = {
  ...workScreens,
  ...figuresScreens,
  ...placesScreens,
  ...setupScreens,
  ...organisationScreens,
  ...scoutScreens,
} satisfies Record<keyof (typeof en)['places'], ScreenFacts>

/** Queries of daily work whose last answers are stored for offline use. */
export const cachedReads = [getMe, getOverview, listTasks, taskSummary, listRecentFeedback]

export type ScreenName = keyof typeof screens
export type Screens = typeof screens
