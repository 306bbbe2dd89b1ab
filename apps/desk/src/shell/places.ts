/** Every place of the app: its address, the key after `g`, and who may go there. */
import type { Role } from '#contracts/kit/vocabulary.ts'
import type { Messages } from '../messages/en.ts'

export interface Place {
  readonly name: keyof Messages['places']
  readonly to:
    | '/'
    | '/feedback'
    | '/tasks'
    | '/buildings'
    | '/amenities'
    | '/qr-codes'
    | '/qr-studio'
    | '/types'
    | '/rules'
    | '/team'
    | '/settings'
    | '/data'
    | '/audit-log'
    | '/api-keys'
    | '/sso'
    | '/profile'
  readonly key: string
  readonly role: Role
  /** where it stands in the rail; `account`: in the menu of the account */
  readonly group: 'work' | 'house' | 'links' | 'account'
}

export const places: readonly Place[] = [
  { name: 'today', to: '/', key: 'h', role: 'MANAGER', group: 'work' },
  { name: 'feedback', to: '/feedback', key: 'f', role: 'MANAGER', group: 'work' },
  { name: 'tasks', to: '/tasks', key: 't', role: 'TECHNICIAN', group: 'work' },
  { name: 'buildings', to: '/buildings', key: 'b', role: 'ADMIN', group: 'house' },
  { name: 'amenities', to: '/amenities', key: 'a', role: 'ADMIN', group: 'house' },
  { name: 'qrCodes', to: '/qr-codes', key: 'q', role: 'ADMIN', group: 'house' },
  { name: 'qrStudio', to: '/qr-studio', key: 'p', role: 'ADMIN', group: 'house' },
  { name: 'types', to: '/types', key: 'y', role: 'ADMIN', group: 'house' },
  { name: 'rules', to: '/rules', key: 'r', role: 'ADMIN', group: 'house' },
  { name: 'team', to: '/team', key: 'm', role: 'ADMIN', group: 'house' },
  { name: 'settings', to: '/settings', key: 's', role: 'ADMIN', group: 'house' },
  { name: 'data', to: '/data', key: 'd', role: 'ADMIN', group: 'house' },
  { name: 'audit', to: '/audit-log', key: 'l', role: 'ADMIN', group: 'house' },
  { name: 'keys', to: '/api-keys', key: 'i', role: 'ADMIN', group: 'links' },
  { name: 'sso', to: '/sso', key: 'o', role: 'ADMIN', group: 'links' },
  { name: 'profile', to: '/profile', key: 'u', role: 'TECHNICIAN', group: 'account' },
]
