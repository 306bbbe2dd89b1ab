/**
 * Every screen of the desk, once. Its address, who may see it and with which plan, the rail, the overview of the
 * set-up, the palette, the keys and its row among the browser tests follow from here. Its name is that of its words.
 */

import { getMe } from '#contracts/auth.ts'
import { getOverview, listRecentFeedback } from '#contracts/dashboard.ts'
import { listTasks, taskSummary } from '#contracts/tasks.ts'
import { figuresScreens } from './screens/figures.ts'
import type en from './screens/messages/en.ts'
import { organisationScreens } from './screens/organisation.ts'
import { placesScreens } from './screens/places.ts'
import { setupScreens } from './screens/setup.ts'
import { workScreens } from './screens/work.ts'
import type { ScreenFacts } from './shell/screen-kinds.ts'

/** In the order of the rail and of the overview of the set-up. */
export const screens = {
  ...workScreens,
  ...figuresScreens,
  ...placesScreens,
  ...setupScreens,
  ...organisationScreens,
} satisfies Record<keyof (typeof en)['places'], ScreenFacts>

/** Reads of daily work: their last answers are kept on the device. */
export const cachedReads = [getMe, getOverview, listTasks, taskSummary, listRecentFeedback]

export type ScreenName = keyof typeof screens
export type Screens = typeof screens
