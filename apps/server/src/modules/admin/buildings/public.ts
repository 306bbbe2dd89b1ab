/** The door to buildings. */
export { lockBuilding } from './lock-building.ts'
