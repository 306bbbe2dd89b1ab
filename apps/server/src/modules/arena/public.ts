/** What other modules may use of the arena: nothing but that a member who goes is forgotten. */
export { eraseMember } from './profile/erase-player.ts'
