/** Saved-search alerts: new rows of a saved view of these screens notify its owner. */

/** By screen: the filters of its list (`listRecentFeedback`, `listTasks`) that can be decided when a row is new. */
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

/** for each person */
export const mostSavedSearchAlerts = 5

/** alerts a day above which the desk warns before saving */
export const manyADay = 20

/** days of the past that a preview reads */
export const trialDays = 30
