/** Roles by the names that people type. */
import type { Role } from '#contracts/kit/vocabulary.ts'

const roleNames: Readonly<Record<Role, readonly string[]>> = {
  TECHNICIAN: [
    'technician',
    'technicians',
    'technik',
    'techniker',
    'technikerin',
    'cleaner',
    'cleaning',
    'reinigung',
  ],
  MANAGER: ['manager', 'managers', 'leitung', 'managerin', 'leiter', 'leiterin'],
  ADMIN: ['admin', 'administrator', 'administratorin', 'administration', 'verwaltung'],
}
const byName = new Map(
  (Object.keys(roleNames) as Role[]).flatMap((role) => roleNames[role].map((name) => [name, role] as const)),
)

/** undefined if it names no role */
export const roleOf = (text: string): Role | undefined => byName.get(text.trim().toLowerCase())

export const isRole = (text: string): boolean => roleOf(text) !== undefined
