/** The current time as a function, so that tests can replace it. */
export interface Clock {
  now(): Date
}
export const systemClock: Clock = { now: () => new Date() }

/** How far the test clock is from real time, for stores that count by their own clock; 0 outside tests. */
export const movedMicroseconds = (clock: Clock): number =>
  clock === systemClock ? 0 : (clock.now().getTime() - Date.now()) * 1000
