/** Saved-search alerts: a person may hear of what comes new into a saved view of these screens. */

/**
 * By screen: the filters of its list (`listRecentFeedback`, `listTasks`) that are true, or not, of what is new. What
 * becomes of it later is none of them.
 */
export const savedSearchFilterNames = {
  feedback: [
    'q',
    'building',
    'buildingId',
    'amenity',
    'amenityId',
    'type',
    'rating',
    'hasComment',
    'issue',
    'weekday',
    'hour',
  ],
  tasks: [
    'q',
    'building',
    'buildingId',
    'amenity',
    'amenityId',
    'type',
    'category',
    'source',
    'priority',
    'assignee',
    'assigneeId',
  ],
} as const
export type SavedSearchScreen = keyof typeof savedSearchFilterNames

export const savedSearchScreens = ['feedback', 'tasks'] as const satisfies readonly SavedSearchScreen[]

/** of one person */
export const mostSavedSearchAlerts = 5

/** a day: more is said before it is saved */
export const manyADay = 20

/** that a trial looks back */
export const trialDays = 30
