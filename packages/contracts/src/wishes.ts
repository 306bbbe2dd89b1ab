/** What a person may wish to hear of: what comes new into a saved view of these screens. */

/**
 * By screen: the filters of its list (`listRecentFeedback`, `listTasks`) that are true, or not, of what is new. What
 * becomes of it later is none of them.
 */
export const wishFilterNames = {
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
export type WishScreen = keyof typeof wishFilterNames

export const wishScreens = ['feedback', 'tasks'] as const satisfies readonly WishScreen[]

/** of one person */
export const mostWishes = 5

/** a day: more is said before it is saved */
export const manyADay = 20

/** that a trial looks back */
export const trialDays = 30
